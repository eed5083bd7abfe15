package import Herald

/// A condition on one property of a device, as a test of a rule has it.
package struct ValueCondition: Sendable {
  /// The property's name.
  package let property: ExactString
  private let form: Form

  private enum Form: Sendable {
    case filter(Filter)
    case change(Set<VersionChange>, to: PublishedVersion)
    case text(Descriptions)
    case version(VersionComparison)
  }

  /// A filter matches.
  package init(_ filter: Filter) {
    property = filter.property
    form = .filter(filter)
  }

  /// The change from the installed version to another one is of some sizes.
  package init(change sizes: Set<VersionChange>, to target: PublishedVersion) {
    property = .appVersionName
    form = .change(sizes, to: target)
  }

  /// There is a text for the device's language.
  package init(text descriptions: Descriptions) {
    property = .deviceLanguage
    form = .text(descriptions)
  }

  /// A comparison of the installed version that no filter can write.
  package init(_ comparison: VersionComparison, on property: ExactString) {
    self.property = property
    form = .version(comparison)
  }

  /// True if a value meets the condition. It is asked of the product's own filters and texts.
  package func isMet(by value: PropertyValue) -> Bool {
    switch form {
    case .filter(let filter): filter.verdict(on: value).matches
    case .change(let sizes, let target):
      value.version.flatMap { VersionChange(from: $0, to: target.version) }.map(sizes.contains) ?? false
    case .text(let descriptions):
      descriptions.besideOwnMessage != nil || descriptions.entry(for: value.raw) != nil
    case .version(let comparison): comparison.isMet(by: value)
    }
  }

  /// True if values that are normalized alike may differ, because one of them has white space around it.
  var readsRawText: Bool {
    switch form {
    case .filter(let filter): filter.parts.contains { if case .exactly = $0.pattern { true } else { false } }
    case .change, .text: false
    case .version(let comparison): comparison.readsRawText
    }
  }

  /// True if a value is taken apart as the tag of a language each time that it is asked.
  var readsLanguage: Bool { if case .text = form { true } else { false } }

  /// The condition as a document writes it, such as `<4.0`.
  package var words: String {
    switch form {
    case .filter(let filter): filter.parts.map(\.text).joined(separator: ",")
    case .change(let sizes, let target):
      sizes.map(\.rawValue).sorted().joined(separator: " or ") + " change to \(target.text)"
    case .text: "with a text"
    case .version(let comparison): comparison.words
    }
  }

  /// True if the condition compares versions by their order, or a property with one version.
  package var isAboutVersions: Bool {
    guard case .filter(let filter) = form else { return false }
    return filter.parts.allSatisfy { part in
      switch part.pattern {
      case .compare(_, .some), .nothing: true
      case .empty: part.excludes
      default: false
      }
    }
  }

  /// True if nothing but a blank or missing value meets the condition.
  package var isMetByBlankAlone: Bool {
    guard case .filter(let filter) = form else { return false }
    return !filter.parts.isEmpty
      && filter.parts.allSatisfy { part in
        if case .empty = part.pattern { !part.excludes } else { false }
      }
  }

  /// True if the condition compares with versions and single texts alone.
  var comparesAlone: Bool {
    guard case .filter(let filter) = form else { return false }
    return filter.parts.allSatisfy { part in
      switch part.pattern {
      case .compare, .equals, .empty, .nothing: true
      case .wildcard, .exactly, .system, .architecture, .listed: false
      }
    }
  }

  /// The numbers of a condition such as `3.*`, which holds of versions that begin with them; nil for another condition.
  package var versionPrefix: String? {
    guard case .filter(let filter) = form, filter.parts.count == 1, let part = filter.parts.first, !part.excludes,
      part.text.hasSuffix(".*")
    else { return nil }
    let prefix = part.text.dropLast(2)
    return !prefix.isEmpty && prefix.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
      ? String(prefix) : nil
  }

  /// Names the condition among all on its property, so that it is examined once.
  package var key: String {
    switch form {
    case .filter(let filter): "filter " + filter.parts.map(\.key).joined(separator: ",")
    case .change(let sizes, let target):
      "change \(target.text) " + sizes.map(\.rawValue).sorted().joined(separator: ",")
    case .text(let texts): "text \(texts.besideOwnMessage != nil) " + texts.entries.map(\.tag).joined(separator: " ")
    case .version(let comparison): "version " + comparison.words
    }
  }

  /// The texts that the condition names, which are likely values.
  var named: [String] {
    switch form {
    case .filter(let filter):
      filter.parts.compactMap { part in
        if case .exactly(let text) = part.pattern { text.string } else { part.equalText }
      }
    case .change, .version: []
    case .text(let texts): texts.entries.map(\.key.string).filter { $0 != "*" && !$0.isBlank }
    }
  }

  /// The versions that the condition compares with, as they are written.
  package var bounds: [String] {
    switch form {
    case .filter(let filter):
      filter.parts.compactMap { part in
        let body = part.text.utf8.dropFirst(part.excludes ? 1 : 0)
        switch part.pattern {
        case .compare(let sign, .some): return String(decoding: body.dropFirst(sign.rawValue.utf8.count), as: UTF8.self)
        case .wildcard:
          // The numbers before the first star: `6.*` begins with 6.
          let numbers = body.prefix { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
          let trimmed = numbers.last == UInt8(ascii: ".") ? numbers.dropLast() : numbers
          return trimmed.isEmpty ? nil : String(decoding: trimmed, as: UTF8.self)
        default: return nil
        }
      } + named
    case .change(_, let target): [target.text.string]
    case .text: []
    case .version(let comparison): comparison.bounds
    }
  }

  /// The ``VersionComparison/end`` of a comparison that no filter can write; nil for another condition.
  package var end: String? { if case .version(let comparison) = form { comparison.end } else { nil } }

  /// The machines that tell apart whatever the condition tells apart; nil for a condition that no machine reads.
  var machines: [any TextMachine]? {
    switch form {
    case .change(_, let target): return VersionMachine(bound: target.text.string.normalized).map { [$0] }
    case .text(let texts):
      let tags = texts.entries.map(\.tag)
      // A text for every language, which no language misses.
      if texts.besideOwnMessage != nil || tags.contains("*") || tags.contains("") { return [] }
      // A tag that begins with a hyphen is found by itself alone.
      return tags.contains { $0.utf8.first == UInt8(ascii: "-") } ? nil : [LanguageMachine(tags: tags)]
    case .version(let comparison): return comparison.machines
    case .filter(let filter):
      var machines: [any TextMachine] = []
      for part in filter.parts {
        guard let own = part.machines else { return nil }
        machines += own
      }
      return machines
    }
  }
}

extension [ValueCondition] {
  /// The versions that the conditions compare with, each once, in their order.
  package var distinctBounds: [String] {
    var seen: Set<String> = []
    return flatMap(\.bounds).filter { seen.insert($0).inserted }
  }
}

extension Filter.Part {
  /// The machine of the part; none for a part that no value matches, nil for one that no machine reads.
  fileprivate var machines: [any TextMachine]? {
    let body = String(decoding: text.utf8.dropFirst(excludes ? 1 : 0), as: UTF8.self)
    switch pattern {
    case .empty: return [PatternMachine("")]
    // A longer pattern makes each step too slow, and people do not write it.
    case .wildcard: return body.utf8.count > 2_000 ? nil : [PatternMachine(body)]
    case .equals(let text): return [PatternMachine(literally: text)]
    case .nothing: return []
    case .compare(_, nil): return []
    case .compare(let sign, .some):
      return VersionMachine(bound: String(decoding: body.utf8.dropFirst(sign.rawValue.utf8.count), as: UTF8.self))
        .map { [$0] }
    case .system(let name): return [SystemMachine(), PatternMachine(name)]
    case .listed(let text): return [ListedMachine(text)]
    case .exactly(let text): return [PatternMachine(literally: text.string.normalized)]
    // An architecture is read of another property too.
    case .architecture: return nil
    }
  }

  /// Names the part among all, because one text may be compared in several ways.
  fileprivate var key: String {
    switch pattern {
    case .system: "system " + text
    case .listed: "listed " + text
    case .exactly(let raw): "exactly " + raw.string
    case .equals: "equal to " + text
    case .architecture: "architecture " + text
    case .empty, .wildcard, .nothing, .compare: text
    }
  }
}
