/// The order of a document that an installation accepted, with what a later one is compared with.
package struct AcceptedOrder: Hashable, Sendable {
  /// The document's position.
  package let order: PublishOrder
  /// The time of the fetch that brought it; later than no fetch that was compared with it since.
  package private(set) var acceptedAt: Timestamp

  /// The family of formats.
  package var family: ExactString { order.family }
  /// The document's position, without its family.
  package var mark: PublishOrder.Mark { order.mark }

  init(_ order: PublishOrder, at time: Timestamp) {
    (self.order, acceptedAt) = (order, time)
  }

  /// The length of time for which a lower version is taken for an old answer: caches of stores lag for hours, and one
  /// wrong number must not hold an installation for ever.
  package static let memory: Int64 = 7 * LengthOfTime.day

  /// True if the accepted document makes another one a rollback at a moment.
  func refuses(_ other: PublishOrder, at now: Timestamp) -> Bool {
    guard family == other.family, other.isOlder(than: order) else { return false }
    switch mark {
    case .revision: return true
    case .version: return now.milliseconds - min(now, acceptedAt).milliseconds < Self.memory
    }
  }

  /// Limits the time to a fetch that is compared with it, so that a clock that was ahead lengthens nothing for good.
  fileprivate mutating func compare(at now: Timestamp) { acceptedAt = min(acceptedAt, now) }

  /// True if another document, accepted no earlier, refuses all that this one refuses.
  fileprivate func isSurpassed(by other: AcceptedOrder) -> Bool {
    guard family == other.family, other.acceptedAt >= acceptedAt else { return false }
    return switch (mark, other.mark) {
    case (.revision, .revision): true
    case (.version(let own), .version(let others)): own.version <= others.version
    case (.revision, .version), (.version, .revision): false
    }
  }
}

/// The documents that an installation accepted since its first launch, by family of formats.
extension [AcceptedOrder] {
  /// Records an accepted document.
  mutating func note(_ order: PublishOrder, at now: Timestamp) {
    let accepted = AcceptedOrder(order, at: now)
    // A revision takes the place of another one whatever the clock says: only versions become old.
    let isSurpassed: (AcceptedOrder) -> Bool = { known in
      if case (.revision, .revision) = (known.mark, order.mark), known.family == order.family { return true }
      return known.isSurpassed(by: accepted)
    }
    let place = firstIndex(where: isSurpassed)
    removeAll(where: isSurpassed)
    insert(accepted, at: place ?? count)
  }

  /// Limits the times of accepted versions to a fetch of their family.
  mutating func compare(_ order: PublishOrder, at now: Timestamp) {
    guard case .version = order.mark else { return }
    for index in indices where self[index].family == order.family { self[index].compare(at: now) }
  }

  /// The highest of the accepted versions above a document's; nil where there is none.
  func highest(above order: PublishOrder) -> AcceptedOrder? {
    var found: AcceptedOrder?
    for known in self where known.family == order.family && order.isOlder(than: known.order) {
      if found.map({ $0.order.isOlder(than: known.order) }) ?? true { found = known }
    }
    return found
  }
}

/// A document that is refused as older than an accepted one.
package struct Rollback: Sendable {
  /// The document's position.
  package let order: PublishOrder
  /// The highest accepted document that it is compared with.
  package let accepted: AcceptedOrder
  /// The time from which a fetch of it is accepted; nil for never, which is so for revisions.
  package let until: Timestamp?
}

extension InstallationState {
  /// What makes a document older than an accepted one, as it was at the fetch that was refused; nil where nothing does.
  package func rollback(of policy: Policy) -> Rollback? {
    for order in policy.orders {
      guard let accepted = newest.highest(above: order) else { continue }
      let above = newest.filter { $0.family == order.family && order.isOlder(than: $0.order) }
      let until: Timestamp? =
        if case .version = order.mark { above.compactMap { $0.acceptedAt.adding(AcceptedOrder.memory) }.max() } else {
          nil
        }
      return Rollback(order: order, accepted: accepted, until: until)
    }
    return nil
  }
}
