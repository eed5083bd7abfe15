public import Herald

/// The formats that Herald reads.
///
/// ```swift
/// let read = Formats.read(Document(text: text, format: "herald"))
/// for finding in read.diagnostics { print(finding.what, finding.fix) }
/// if case .accepted(let policy) = read.reading { print(policy.rules.map(\.id)) }
/// ```
public enum Formats {
  // A new format is a folder beside this file and a line here.
  package static let all: [any Format.Type] = [
    HeraldFormat.self,
    SSVCFormat.self,
    SunstripeFormat.self,
    LoginFormat.self,
    VersionTableFormat.self,
    SegmentsFormat.self,
    ITunesFormat.self,
    StorePageFormat.self,
    UmengFormat.self,
    PrinceOfVersionsFormat.self,
    AppcastFormat.self,
    AppUpdaterFormat.self,
    AppUpdateFormat.self,
  ]

  /// The names of all formats, such as `herald`, `turkcell` and `ssvc`, in the order of <doc:HeraldFormats>.
  public static let names: [String] = all.flatMap { $0.names }

  /// Reads a document in the format that it names, and collects every finding.
  ///
  /// It never fails: a document that cannot be read, has an unknown format or more bytes than its format allows is refused
  /// with a reason.
  public static func read(_ document: Document) -> ReadDocument {
    guard let format = format(named: document.format) else {
      let known = names.map { "`\($0)`" }.joined(separator: ", ")
      return ReadDocument(
        refused: .unknownFormat,
        Diagnostic(
          RefusalReason.unknownFormat, .error, what: "The format `\(document.format)` is not known.",
          why: "the format names how a document is read", fix: "use one of \(known)"))
    }
    guard document.text.utf8.count <= format.sizeLimit else {
      return ReadDocument(refused: .tooLarge, tooLarge(document, limit: format.sizeLimit))
    }
    let read = format.read(document).comparedWithOthers(document, readAs: format)
      .applying(format.takesHouseRules ? document.houseRules : nil)
    return format.leadsToItsURL ? read : read.forAnyURL()
  }

  static func tooLarge(_ document: Document, limit: Int) -> Diagnostic {
    Diagnostic(
      RefusalReason.tooLarge, .error, what: "The document has \(document.text.utf8.count) bytes.",
      why: "a document of the format `\(document.format)` has at most \(limit) bytes",
      fix: "publish a smaller document")
  }

  /// The most bytes of a document in a format: 4 MiB for `storepage`, 1 MiB for every other one.
  public static func sizeLimit(of format: ExactString) -> Int {
    self.format(named: format)?.sizeLimit ?? Document.sizeLimit
  }

  private static func format(named name: ExactString) -> (any Format.Type)? {
    all.first { $0.names.contains { ExactString($0) == name } }
  }

  /// Reads a document without its findings, as a log's reader needs it.
  public static func reading(_ document: Document) -> Reading { read(document).reading }
}

extension Formats {
  /// A format with its names and its reference.
  package struct Named: Sendable {
    package let names: [String]
    package let reference: FormatReference
    /// True if an app may configure house rules for the document's rules.
    package let takesHouseRules: Bool
  }

  /// Every format, in the order of <doc:HeraldFormats>.
  package static var references: [Named] {
    all.map { Named(names: $0.names, reference: $0.reference, takesHouseRules: $0.takesHouseRules) }
  }

  /// The house rules that an app may configure for the rules of a store's document.
  package static var houseRules: ObjectReference { HouseRuleKey.object }

  /// The format with a name; nil for an unknown one.
  package static func reference(named name: String) -> Named? { references.first { $0.names.contains(name) } }

  /// The JSON Schema of a format's documents; nil for an unknown format, and for a format other than JSON.
  ///
  /// - Parameter isStrict: true for a schema without unknown keys, `null` and second spellings.
  package static func schema(of name: String, isStrict: Bool = false) -> JSONNode? {
    guard let format = reference(named: name), format.reference.language == .json else { return nil }
    return JSONSchema.schema(
      of: format.reference.document, id: "urn:herald:schema:policy:\(format.names[0])\(isStrict ? ":strict" : "")",
      title: "Herald policy (\(format.names[0]))", description: format.reference.summary, isStrict: isStrict)
  }
}
