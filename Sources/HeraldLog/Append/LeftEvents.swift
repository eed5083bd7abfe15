import Herald

extension BatchOutcome {
  /// Events of a stream that were not stored.
  public struct LeftEvents: Hashable, Sendable {
    /// The number of events.
    public private(set) var count = 0
    /// Their types, such as `app.launched`; `other` for types that this Herald does not know.
    public private(set) var types: Set<String> = []
    /// The number of them that brought a document.
    public private(set) var policies = 0

    mutating func add(_ data: EventData) {
      count += 1
      types.insert(data.type?.rawValue ?? "other")
      if case .fetchSucceeded(let fetch) = data, fetch.document != nil { policies += 1 }
    }
  }
}
