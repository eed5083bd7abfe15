import Herald

/// A rule as a format describes it, before its destination is checked.
struct RuleDraft {
  let id: ExactString
  let kind: PromptKind
  var filters: [Filter] = []
  var condition: VersionCondition = .none
  /// The version that the document publishes, and its code.
  var target: PublishedVersion?
  var targetCode: Int?
  var releasedAt: WindowDate?
  var texts = PromptTexts()
  /// The document's URLs; the destination is the first that a device can open.
  var urls: [String?] = []
  /// A page for some installed versions, which cannot update by themselves.
  var page: Rule.Page?
  var maxDisplayCount: Int?
  var isSkippable = false
  var phases: RolloutPhases?
  var critical: VersionCondition?
  var closing: Rule.Closing?
  var remarks: [Rule.Remark] = []
  /// The rule's position in the document.
  let place: DocumentPlace
  /// The positions of values that an explanation quotes, by the keys of `RuleSource`.
  var keys: [String: DocumentPlace] = [:]

  /// The rule; empty, with a finding, where neither the document nor the fetch has a usable destination.
  func rules(in document: Document, _ diagnostics: inout [Diagnostic]) -> [Rule] {
    let candidates = urls + [document.storeURL?.string]
    guard let url = candidates.lazy.compactMap({ $0.flatMap { Destination.read($0) } }).first else {
      diagnostics.note(noURL)
      return []
    }
    return [
      Rule(
        id: id, kind: kind, filters: filters, condition: condition, targetVersion: target,
        targetVersionCode: targetCode, releasedAt: releasedAt,
        maxDisplayCount: maxDisplayCount, descriptions: Descriptions(inAllLanguages: texts),
        destinations: Rule.Destinations(onAndroid: url, elsewhere: url, page: page), isSkippable: isSkippable,
        phases: phases, critical: critical, closing: closing, remarks: remarks,
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
