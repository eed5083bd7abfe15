/// The publishers whose policies an app accepts: the public keys that are compiled into it.
///
/// ```swift
/// let trust = try Trust(keys: ["RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"])
/// ```
public struct Trust: Hashable, Sendable {
  /// The publisher's keys.
  public let keys: [PublicKey]
  /// Number of different keys that have to have signed; from 1 to the number of keys.
  public let threshold: Int
  /// True if a document without a signature is refused.
  public let isRequired: Bool

  /// Trusts some keys.
  ///
  /// - Parameters:
  ///   - keys: the keys in minisign's base64, as `herald key new` prints them; at least one.
  ///   - threshold: the number of different keys that have to have signed.
  ///   - isRequired: true to refuse a document without a signature.
  /// - Throws: ``TrustFault`` for a text that is not a key, and for a threshold that is not from 1 to the number of keys.
  public init(keys: [String], threshold: Int = 1, isRequired: Bool = true) throws(TrustFault) {
    var read: [PublicKey] = []
    for text in keys {
      guard let key = PublicKey(text) else { throw .noPublicKey(text) }
      read.append(key)
    }
    try self.init(keys: read, threshold: threshold, isRequired: isRequired)
  }

  /// Trusts some keys.
  ///
  /// - Throws: ``TrustFault`` for a threshold that is not from 1 to the number of keys.
  public init(keys: [PublicKey], threshold: Int = 1, isRequired: Bool = true) throws(TrustFault) {
    guard (1...max(1, keys.count)).contains(threshold), !keys.isEmpty else {
      throw .thresholdOutOfRange(threshold, keys: keys.count)
    }
    self.keys = keys
    self.threshold = threshold
    self.isRequired = isRequired
  }
}

/// The reason why a trust cannot be made.
public enum TrustFault: Error, Hashable, Sendable {
  /// A text is not a public key in minisign's base64.
  case noPublicKey(String)
  /// The threshold is not from 1 to the number of keys.
  case thresholdOutOfRange(Int, keys: Int)
}

extension Trust {
  /// Trusts no publisher: no document is accepted.
  public static let nobody = Trust(readKeys: [], threshold: 1, isRequired: true)

  private init(readKeys: [PublicKey], threshold: Int, isRequired: Bool) {
    (keys, self.threshold, self.isRequired) = (readKeys, threshold, isRequired)
  }
}

extension Trust {
  /// The reason why no document has signatures enough, as a clause: too few of the keys in the app's `trust` can be read;
  /// nil where enough can.
  package var fault: String? {
    if keys.isEmpty { return "the app's `trust` cannot be read, so it trusts nobody and accepts no document" }
    if keys.count >= threshold { return nil }
    return
      "\(threshold) keys have to sign, and only \(keys.count) of those in the app's `trust` can be read, so it accepts "
      + "no document"
  }
}

/// The object of an event's data, and of a state.
extension Trust {
  /// Reads `{"keys": […], "threshold": 1, "required": true}`.
  ///
  /// Anything else trusts nobody, because a slip of the pen must not switch signatures off. A key that cannot be read among
  /// others is left out.
  init(json: ExactString) {
    self = Self.read(json) ?? .nobody
  }

  /// Reads the object of a state, which leaves out keys that could not be read. So it may have fewer keys than the
  /// threshold, where an event may not.
  init(stateJSON json: ExactString) {
    self = Self.read(json, leavesOutKeys: true) ?? .nobody
  }

  private static func read(_ json: ExactString, leavesOutKeys: Bool = false) -> Trust? {
    guard let root = try? JSONNode.read(json.string).node, case .array(let elements) = root[name: "keys"]?.value else {
      return nil
    }
    let keys = elements.compactMap { $0.string.flatMap { PublicKey($0) } }
    var (threshold, isRequired) = (1, true)
    if let node = root[name: "threshold"] {
      guard case .number(let text) = node.value, let number = DecimalNumber(json: text)?.integer else { return nil }
      threshold = number
    }
    if let node = root[name: "required"] {
      guard case .bool(let value) = node.value else { return nil }
      isRequired = value
    }
    guard !keys.isEmpty, threshold >= 1, leavesOutKeys || threshold <= elements.count else { return nil }
    // Fewer keys than the threshold can be left, and then no document has enough of them.
    return Trust(readKeys: keys, threshold: threshold, isRequired: isRequired)
  }

  /// The object of an event's data. An empty text stands for a key that could not be read, where the threshold is higher
  /// than the number of the others: without it the object would trust nobody.
  var json: ExactString {
    let unread = [ExactString](repeating: "", count: keys.isEmpty ? 0 : max(0, threshold - keys.count))
    return JSONWriter.text { write(keys.map { ExactString($0.text) } + unread, into: &$0) }
  }

  /// Writes the object of a state.
  func write(into output: inout JSONWriter) { write(keys.map { ExactString($0.text) }, into: &output) }

  private func write(_ keys: [ExactString], into output: inout JSONWriter) {
    output.object {
      $0.member("keys", keys) { $0.string($1) }
      $0.member("threshold", threshold)
      $0.member("required", isRequired)
    }
  }
}
