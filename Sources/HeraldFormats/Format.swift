public import Herald

/// A way to read a published document into a policy.
public protocol Format: Sendable {
  /// The names under which events call it.
  static var names: [String] { get }
  /// Whether rules may lead to where the document was fetched from.
  static var leadsToItsURL: Bool { get }
  /// Whether a document looks like one of this format, whatever it was called.
  static func recognizes(_ outline: DocumentOutline) -> Bool
  /// Reads a document of at most ``Document/sizeLimit`` bytes.
  static func read(_ document: Document) -> ReadDocument
}

extension Format {
  public static var leadsToItsURL: Bool { false }
}

/// The formats that Herald reads. A new one is a folder beside this file and a line here.
public enum Formats {
  public static let all: [any Format.Type] = [
    HeraldFormat.self,
    SSVCFormat.self,
    SunstripeFormat.self,
    LoginFormat.self,
    TableFormat.self,
    SegmentsFormat.self,
    ITunesFormat.self,
    StorePageFormat.self,
    UmengFormat.self,
  ]

  /// What reading a document gives, without the findings about it: how a log's documents become policies.
  public static func reading(_ document: Document) -> Reading { read(document).reading }

  /// Reads a document as its format says, with all that was found on the way. Never fails: a document that cannot
  /// be read is refused with a reason.
  public static func read(_ document: Document) -> ReadDocument {
    guard let format = all.first(where: { $0.names.contains { ExactString($0) == document.format } }) else {
      let known = all.flatMap { $0.names }.map { "`\($0)`" }.joined(separator: ", ")
      return ReadDocument(
        refused: .unknownFormat,
        Diagnostic(
          RefusalReason.unknownFormat, .error, what: "The format `\(document.format)` is not known.",
          why: "the format names how a document is read", fix: "use one of \(known)"))
    }
    guard document.text.utf8.count <= Document.sizeLimit else {
      return ReadDocument(
        refused: .tooLarge,
        Diagnostic(
          RefusalReason.tooLarge, .error, what: "The document has \(document.text.utf8.count) bytes.",
          why: "documents over \(Document.sizeLimit) bytes are not read", fix: "publish a smaller document"))
    }
    let read = format.read(document).comparedWithOthers(document, readAs: format)
    return format.leadsToItsURL ? read : read.forAnyURL()
  }
}

/// What reading gave: a policy or a refusal, and every finding.
public struct ReadDocument: Sendable {
  public private(set) var reading: Reading
  public let diagnostics: [Diagnostic]
  /// How many of the document's rules are left out because they cannot be read, or repeat another.
  public var leftOut = 0

  public init(_ policy: Policy, _ diagnostics: [Diagnostic], leftOut: Int = 0) {
    self.leftOut = leftOut
    reading = .accepted(policy)
    self.diagnostics = diagnostics
  }

  public init(refused reason: RefusalReason, _ diagnostics: Diagnostic...) {
    reading = .refused(reason)
    self.diagnostics = diagnostics
  }

  public init(refused reason: RefusalReason, _ diagnostics: [Diagnostic]) {
    reading = .refused(reason)
    self.diagnostics = diagnostics
  }

  fileprivate func forAnyURL() -> ReadDocument {
    guard case .accepted(let policy) = reading else { return self }
    var read = self
    read.reading = .accepted(policy.forAnyURL())
    return read
  }
}
