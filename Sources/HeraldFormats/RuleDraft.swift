import Herald

/// A rule as a format describes it, before it is known whether it leads anywhere.
struct RuleDraft {
  let id: ExactString
  let kind: PromptKind
  var filters: [Filter] = []
  var condition: VersionCondition = .none
  var texts = PromptTexts()
  /// URLs that the document brings: the first that a device can open counts.
  var urls: [String?] = []
  /// Where the rule stands in the document.
  let place: DocumentPlace
  /// Values that an explanation points at, by the keys of ``RuleSource``.
  var keys: [String: DocumentPlace] = [:]

  /// The rule alone, or none, with a finding, where neither the document nor the fetch says where it leads.
  func rules(in document: Document, _ diagnostics: inout [Diagnostic]) -> [Rule] {
    let candidates = urls + [document.storeURL?.string]
    guard let url = candidates.lazy.compactMap({ $0.flatMap { Destination.read($0) } }).first else {
      diagnostics.note(noURL)
      return []
    }
    return [
      Rule(
        id: id, kind: kind, filters: filters, condition: condition,
        descriptions: Descriptions(inAllLanguages: texts),
        destinations: Rule.Destinations(onAndroid: url, elsewhere: url),
        source: RuleSource(place: place, keys: keys))
    ]
  }

  private var noURL: Diagnostic {
    let written = urls.lazy.compactMap(\.self).first { !$0.isBlank }
    return Diagnostic(
      DocumentCode.noUrl, .warning,
      what: written.map { "No device can open \(quoted($0))." } ?? "`\(id)` leads nowhere.",
      place: place,
      why: "an update needs a destination, and the fetch names no store page either; the rule is left out",
      fix: "publish a URL of the store page, or give the fetch a `storeUrl`")
  }
}
