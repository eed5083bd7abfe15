package import Herald

/// The refusal that a document would meet on an installation, asked at its last state.
///
/// A document that phones refuse changes nothing for them, whatever it would do if it came into force. A draft that only
/// has to be signed is another matter: it is asked as it will be published.
package struct ForeseenRefusal: Hashable, Sendable {
  /// The reason.
  package let reason: RefusalReason
  /// True if the device would take the document once the keys that it trusts have signed it.
  package let awaitsSignature: Bool
  /// True if another signature can make the installation accept the document, because the app's trust can be read.
  let isMendedBySigning: Bool
  /// The highest revision that the installation accepted, of a document without a higher one; nil for another reason.
  let newest: Int?

  /// Asks an installation whether it would take a document.
  ///
  /// - Parameters:
  ///   - fetch: the fetch that brings the document, with its reading.
  ///   - state: the state after the installation's last event.
  /// - Returns: nil where the document comes into force.
  ///   - awaitsSignature: true if nothing but the signature can be the reason.
  init?(of fetch: EventData, in state: InstallationState, awaitsSignature: Bool = false) {
    var state = state
    let newest = state.newest.compactMap { order in
      if case .revision(let revision) = order.mark { revision } else { nil }
    }.max()
    let time = state.lastTime ?? Timestamp(milliseconds: 0)
    state.apply(Fact(revision: state.revision + 1, time: DeviceTime(moment: time), data: fetch))
    guard let refused = state.refused else { return nil }
    reason = refused.reason
    isMendedBySigning = refused.reason.isMendedBySigning && state.trust?.fault == nil
    self.awaitsSignature = awaitsSignature && isMendedBySigning
    self.newest = [.rollback, .equivocation].contains(refused.reason) ? newest : nil
  }
}

extension ForeseenRefusal {
  /// Asks an installation whether it would take a document that counts as signed, and then whether it would take it with
  /// the signature that it has.
  ///
  /// - Parameters:
  ///   - fetch: the fetch that brings the document, with its reading.
  ///   - signature: the document's signature file as it stands; nil for none.
  ///   - body: the document.
  ///   - state: the state after the installation's last event.
  /// - Returns: nil where the document comes into force.
  static func of(
    _ fetch: FetchSucceeded, signed signature: ExactString?, over body: DocumentBody, in state: InstallationState
  ) -> ForeseenRefusal? {
    // A document that the log brought has the signature that it came with.
    guard state.trust != nil, fetch.receivedSignature?.isAssumed ?? false else {
      return ForeseenRefusal(of: .fetchSucceeded(fetch), in: state)
    }
    var (signedAnew, asItStands) = (fetch, fetch)
    signedAnew.assumeSignature(isAnew: true)
    if let refusal = ForeseenRefusal(of: .fetchSucceeded(signedAnew), in: state) { return refusal }
    if state.policy?.digest == fetch.digest { return nil }
    asItStands.receivedSignature = signature.map { ReceivedSignature($0, body: body) }
    return ForeseenRefusal(of: .fetchSucceeded(asItStands), in: state, awaitsSignature: true)
  }
}

/// The installations that would refuse a document, by reason.
package struct RefusalCounts: Hashable, Sendable {
  /// All of them, by reason.
  private(set) var counts: [RefusalReason: Int] = [:]
  /// Those that would take the document once it is signed, by reason.
  private(set) var awaiting: [RefusalReason: Int] = [:]
  /// True if one of them would refuse every signature, because too few of the keys in its app's `trust` can be read.
  private(set) var hasFaultyTrust = false
  /// True if one of them would take the document with another signature, and refused it with the one that the log has.
  private(set) var refusedItsSignature = false
  /// The highest revision that one of them accepted.
  private(set) var newest: Int?

  /// All of them.
  package var all: Int { counts.values.reduce(0, +) }

  mutating func add(_ refusal: ForeseenRefusal) {
    counts[refusal.reason, default: 0] += 1
    if refusal.awaitsSignature { awaiting[refusal.reason, default: 0] += 1 }
    if refusal.reason.isMendedBySigning {
      hasFaultyTrust = hasFaultyTrust || !refusal.isMendedBySigning
      refusedItsSignature = refusedItsSignature || refusal.isMendedBySigning && !refusal.awaitsSignature
    }
    newest = [newest, refusal.newest].compactMap(\.self).max()
  }

  mutating func add(_ count: Int, as reason: RefusalReason) {
    if count > 0 { counts[reason, default: 0] += count }
  }

  mutating func add(_ other: RefusalCounts) {
    counts.merge(other.counts, uniquingKeysWith: +)
    awaiting.merge(other.awaiting, uniquingKeysWith: +)
    hasFaultyTrust = hasFaultyTrust || other.hasFaultyTrust
    refusedItsSignature = refusedItsSignature || other.refusedItsSignature
    newest = [newest, other.newest].compactMap(\.self).max()
  }

  /// Those that would refuse the document however it is signed, and those that refused it as the log has it, by reason.
  var lasting: [RefusalReason: Int] {
    counts.merging(awaiting, uniquingKeysWith: -).filter { $0.value > 0 }
  }

  /// The number of those.
  var lastingCount: Int { lasting.values.reduce(0, +) }

  /// The number of those that would take the document once it is signed.
  var awaitingCount: Int { awaiting.values.reduce(0, +) }

  /// Reasons with their numbers, the most frequent first, such as ``2,101 as `rollback`: a newer document was accepted
  /// before``.
  static func words(_ counts: [RefusalReason: Int]) -> String {
    counts.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue) }
      .map { "\($0.1.grouped) as `\($0.0.rawValue)`: \($0.0.words)" }.joined(separator: "; ")
  }

  /// Sentences without their ends on who would refuse the document, and what to do about it; none where nobody would.
  ///
  /// - Parameters:
  ///   - all: the number of installations.
  ///   - document: the document's name in a command.
  func words(of all: Int, _ document: String) -> [String] {
    let whole = all.of("installation", "installations")
    return [
      lastingCount == 0
        ? nil
        : "\(lastingCount.grouped) of \(whole) would refuse this document, and count as unchanged "
          + "(\(Self.words(lasting))); \(fix(document))",
      awaitingCount == 0
        ? nil
        : "\(awaitingCount.grouped) of \(whole) require a signature, and would refuse this document as it stands "
          + "(\(Self.words(awaiting))); all other figures take it as signed by a key that they trust: "
          + Self.signing(document),
    ].compactMap(\.self)
  }

  /// The advice on lasting reasons, in words that begin small and have no end.
  ///
  /// - Parameter document: the document's name in a command.
  func fix(_ document: String) -> String {
    let lasting = lasting
    if newest != nil || lasting[.rollback] != nil { return Self.fix(above: newest) }
    if lasting[.otherPackage] != nil { return Self.otherPackageFix }
    let ways = [
      refusedItsSignature ? Self.signatureFix(document) : nil,
      hasFaultyTrust ? "release an app with a `trust` that can be read" : nil,
    ].compactMap(\.self)
    if !ways.isEmpty { return ways.joined(separator: "; ") }
    let reason = lasting.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
    return "see `herald explain-code \(reason?.rawValue ?? "")`"
  }

  /// The advice on a document that comes before one that was accepted.
  ///
  /// - Parameter newest: the highest revision that was accepted; nil where documents have none.
  static func fix(above newest: Int?) -> String {
    newest.map { "raise `revision` above \($0)" } ?? "name a version that is not below the newest one before"
  }

  /// The advice on a document of another app.
  static let otherPackageFix = "check that `packageName` is the app's"

  /// The advice on a document without a signature that is good enough.
  static func signatureFix(_ document: String) -> String { "sign it by a key that they trust: `\(signing(document))`" }

  private static func signing(_ document: String) -> String { "herald sign \(document) --key NAME.key" }

  /// Writes an object of reasons and numbers.
  func write(into output: inout JSONWriter) {
    output.object { output in
      for (reason, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        output.member(named: ExactString(reason.rawValue)) { $0.integer(count) }
      }
    }
  }
}
