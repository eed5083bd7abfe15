package import Herald

/// SSVC's answer: numbers of bundle versions. Below the minimum an update is forced, below the latest it is suggested.
///
/// A number may also be a text, which is trimmed, and `16809984.0` is an integer. A document with one of the four keys has both rules. Without
/// a number and a name of the latest version no device meets the second rule.
package enum SSVCFormat: Format {
  package static let names = ["ssvc"]

  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.names.contains { $0.string.utf8.starts(with: "SSVC".utf8) }
  }

  package static func read(_ document: Document) -> ReadDocument {
    ObjectDocument.read(document) { (object) throws(Refused) in
      try object.demandAny(of: SSVCKey.allCases)
      let minimum = try bound(Key.minimum, object)
      let latest = try latest(&object)
      let releasedAt = releaseDate(&object)
      let isUnread = object[Key.since] != nil && releasedAt == nil
      var force = RuleDraft(
        id: "update:ssvc-minimum", kind: .force, condition: .bundleNumber(below: minimum ?? .zero),
        target: latest.version, releasedAt: releasedAt, place: place(Key.minimum, object),
        keys: [VersionCondition.key: place(Key.minimum, object)])
      var suggestion = RuleDraft(
        id: "update:ssvc-latest", kind: .optional, condition: latest.condition,
        target: latest.version, releasedAt: releasedAt, place: place(latest.key, object),
        keys: [VersionCondition.key: place(latest.key, object)])
      force.pacing.isReleaseUnread = isUnread
      suggestion.pacing.isReleaseUnread = isUnread
      return Policy(of: document, rules: object.rules(force) + object.rules(suggestion))
    }
  }

  package static var reference: FormatReference {
    FormatReference(
      "SSVC's answer: bundle versions; below the minimum an update is forced, below the newest it is offered.",
      keys: SSVCKey.self, constraints: [.anySaid(of: SSVCKey.allCases)])
  }

  private typealias Key = SSVCKey

  private static func place(_ key: Key, _ object: ObjectDocument) -> DocumentPlace {
    object.place(object[key] == nil ? "" : key.pointer)
  }

  /// An unsigned integer of any size, also as a text.
  private static func bound(_ key: Key, _ object: ObjectDocument) throws(Refused) -> BundleNumberBound? {
    guard let node = object[key] else { return nil }
    let written: String? =
      switch node.value {
      case .number(let text): text
      case .string(let text): text.trimmed
      default: nil
      }
    guard let bound = written.flatMap({ BundleNumberBound($0) }) else {
      throw object.refused(
        .invalidDocument, at: key.pointer, "`\(key.rawValue)` is \(written.map { quoted($0) } ?? node.kindName).",
        why: "the numbers of bundle versions are integers from 0", fix: "write an integer such as 16809984")
    }
    return bound
  }

  /// The suggestion: its condition, the key that the condition is from, and the name of the latest version.
  private struct Latest {
    let condition: VersionCondition
    let key: Key
    var version: PublishedVersion?
  }

  /// The suggestion from the number, or without one from the version's name.
  private static func latest(_ object: inout ObjectDocument) throws(Refused) -> Latest {
    let number = try bound(Key.latest, object)
    let key = object[Key.latestKey]
    if let key, key.string == nil {
      throw object.refused(
        .invalidDocument, at: Key.latestKey.pointer, "`\(Key.latestKey.rawValue)` is \(key.kindName).",
        why: "a version's name is a text", fix: "write a text such as \"2.10.1\"")
    }
    let name = Coercion.text(key)
    let version = name.flatMap { PublishedVersion($0) }
    if let number, !number.isZero {
      return Latest(condition: .bundleNumber(below: number), key: Key.latest, version: version)
    }
    guard let name else { return Latest(condition: .never, key: Key.latest) }
    if let version {
      return Latest(condition: .older(than: version, .compared), key: Key.latestKey, version: version)
    }
    object.record(
      .invalidVersion, .warning, at: Key.latestKey.pointer,
      "`\(Key.latestKey.rawValue)` is \(quoted(name)), which is not a version.",
      why: "without a `\(Key.latest.rawValue)` it is all that says what the latest version is, so none is offered",
      fix: "write a version such as \"2.10.1\", or a number")
    return Latest(condition: .never, key: Key.latestKey)
  }

  /// The moment since which the latest version is available; nil, with a finding, where it cannot be read.
  ///
  /// Milliseconds make a time after the year 9999. It has a finding too, and is later than any fetch.
  private static func releaseDate(_ object: inout ObjectDocument) -> WindowDate? {
    guard let node = object[Key.since] else { return nil }
    var late: WindowDate?
    if let seconds = Coercion.integer(node), let written = Coercion.written(node) {
      let moment = Timestamp(milliseconds: Int64(seconds) * 1000)
      if Timestamp.range.contains(moment) { return WindowDate(moment, text: written) }
      if moment > Timestamp.range.upperBound { late = WindowDate(Timestamp.range.upperBound, text: written) }
    }
    object.record(
      .invalidDate, .warning, at: Key.since.pointer, "`\(Key.since.rawValue)` is not a time.",
      why: "it counts seconds since 1970",
      fix: "write an integer such as 1388750400, or leave it out")
    return late
  }
}

/// The keys of SSVC's answer.
enum SSVCKey: String, DocumentKey {
  case minimum = "SSVCMinimumSupportedVersionNumber"
  case latest = "SSVCLatestVersionNumber"
  case latestKey = "SSVCLatestVersionKey"
  case since = "SSVCLatestVersionAvailableSince"

  var about: KeyReference {
    switch self {
    case .minimum:
      number("The lowest bundle version that still runs; below it the update is forced.", "16809984")
    case .latest: number("The newest bundle version; below it the update is offered.", "17829888")
    case .latestKey:
      KeyReference(
        .text, .optional(default: "none"),
        "The name of the newest version; where there is no number of it, the update is offered below this version.",
        example: #""1.1""#, fault: .refusesDocument)
    case .since:
      KeyReference(
        .lenient(.anyInteger), .optional(default: "unknown"),
        "When the newest version came out, in seconds since 1970.", example: "1767225600", fault: .countsAsAbsent)
    }
  }

  private func number(_ meaning: String, _ example: String) -> KeyReference {
    KeyReference(
      .either([.integer(0...Int.max), .form(.wholeNumber)], name: "an integer from 0, also as text"),
      .optional(default: "0"), meaning,
      example: example, fault: .refusesDocument)
  }
}
