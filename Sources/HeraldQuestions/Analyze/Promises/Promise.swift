public import Herald
import HeraldFormats

/// A statement about every device, as a file of promises has it.
public struct Promise: Sendable {
  /// The statement as it is written, as JSON on one line.
  public let text: String
  /// The place in the file.
  package let place: DocumentPlace
  let form: Form

  enum Form: Sendable {
    /// Each fresh device that meets the filters sees one of some kinds at a launch.
    case every([Filter], Sight, by: WindowDate?)
    /// Each forced device that meets the filters has a way out; of exits alone where they are meant.
    case canLeave([Filter], exitsAlone: Bool)
    case reachable(ExactString)
    case isAsked([Filter], moreThan: Int, within: Int64, kinds: Set<PromptKind>)
    /// Nobody sees more than under another document.
    case noMore(AgainstAnswer.Statement, against: String)
  }

  /// The words of `is`.
  enum Sight: String, CaseIterable, Sendable {
    case exited, forced, asked, shown, nothing

    func allows(_ kind: PromptKind?) -> Bool {
      switch self {
      case .exited: kind == .exit
      case .forced: kind?.isBlocking ?? false
      case .asked: kind.map { $0 != .message } ?? false
      case .shown: kind != nil
      case .nothing: kind == nil
      }
    }
  }

  /// The filters that say which devices the statement is about.
  var filters: [Filter] {
    switch form {
    case .every(let filters, _, _), .canLeave(let filters, _), .isAsked(let filters, _, _, _): filters
    case .reachable, .noMore: []
    }
  }

  /// The documents that the statements name with `against`.
  public var other: String? { if case .noMore(_, let file) = form { file } else { nil } }
}

/// Reads a file of promises.
public struct PromiseFile: Sendable {
  /// The statements, in order.
  public let promises: [Promise]

  /// Reads the text of a file: a JSON array of statements.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - file: its name in errors.
  /// - Throws: ``PromisesRefused`` with the place of what is wrong.
  public init(_ text: String, named file: String) throws {
    let reader = PromiseReader(text, named: file)
    let node: JSONNode
    do { node = try JSONNode.read(text).node } catch {
      throw reader.refused(error.offset, "", "the text is not JSON: \(error.reason)")
    }
    guard let statements = node.array else {
      throw reader.refused(
        node.place.lowerBound, "", "the file is \(node.kindName), and an array of statements is wanted")
    }
    promises = try statements.enumerated().map { try reader.promise($1, at: "/\($0)") }
  }
}

/// An error for a file of promises that cannot be read, or that does not fit the document.
public struct PromisesRefused: DiagnosticError, Sendable {
  /// The one finding.
  public let diagnostics: [Diagnostic]
}

/// Reads single statements, and says where one is wrong.
private struct PromiseReader {
  private let text: String
  private let file: String
  private let lines: LineMap

  init(_ text: String, named file: String) {
    (self.text, self.file) = (text, file)
    lines = LineMap(text)
  }

  func refused(_ offset: Int, _ pointer: String, _ why: String) -> PromisesRefused {
    PromisesRefused(diagnostics: [
      Diagnostic(
        PromiseCode.invalidPromise, .error, what: "The promises in `\(file)` cannot be read.", file: file,
        place: lines.place(offset, pointer: pointer), why: why,
        fix: "write one of: \(Self.forms.joined(separator: ", "))")
    ])
  }

  private static let forms = [
    #"{"every": {"appVersionName": "<4.0"}, "is": "forced", "by": "2026-12-01"}"#,
    #"{"every": {}, "canLeave": "force"}"#,
    #"{"rule": "update:5", "is": "reachable"}"#, #"{"no": {}, "isAsked": {"moreThan": 3, "inHours": 24}}"#,
    #"{"against": "old.json", "shows": "noMore"}"#,
  ]

  // MARK: Statements

  func promise(_ node: JSONNode, at pointer: String) throws -> Promise {
    guard let members = node.members else {
      throw refused(node.place.lowerBound, pointer, "a statement is \(node.kindName), and an object is wanted")
    }
    let names = Set(members.filter { !$0.node.isNull }.map(\.name))
    let form: Promise.Form
    switch names {
    case ["every", "is"], ["every", "is", "by"]:
      form = .every(
        try filters(of: node, "every", pointer), try word(of: node, "is", pointer), by: try date(of: node, pointer))
    case ["every", "canLeave"]:
      let kind: Leaving = try word(of: node, "canLeave", pointer)
      form = .canLeave(try filters(of: node, "every", pointer), exitsAlone: kind == .exit)
    case ["rule", "is"]:
      let _: Reach = try word(of: node, "is", pointer)
      form = .reachable(ExactString(try string(of: node, "rule", pointer)))
    case ["no", "isAsked"], ["no", "isAsked", "of"]: form = try asked(node, pointer)
    case ["against", "shows"], ["against", "forces"], ["against", "exits"]:
      let statement: AgainstAnswer.Statement =
        names.contains("shows") ? .showsNoMore : names.contains("forces") ? .forcesNoMore : .exitsNoMore
      let key = names.contains("shows") ? "shows" : names.contains("forces") ? "forces" : "exits"
      let _: NoMore = try word(of: node, key, pointer)
      form = .noMore(statement, against: try string(of: node, "against", pointer))
    default:
      let said = names.isEmpty ? "no keys" : names.sorted().map { "`\($0.shown)`" }.joined(separator: ", ")
      throw refused(node.place.lowerBound, pointer, "an object with \(said) is no statement")
    }
    return Promise(
      text: node.line, place: lines.place(node.place.lowerBound, pointer: pointer), form: form)
  }

  private enum Leaving: String, CaseIterable { case force, exit }
  private enum Reach: String, CaseIterable { case reachable }
  private enum NoMore: String, CaseIterable { case noMore }

  private func asked(_ node: JSONNode, _ pointer: String) throws -> Promise.Form {
    let place = "\(pointer)/isAsked"
    guard let limit = node[name: "isAsked"], let members = limit.members,
      Set(members.map(\.name)) == ["moreThan", "inHours"]
    else {
      throw refused(
        node[name: "isAsked"]?.place.lowerBound ?? 0, place, "`isAsked` wants an object with `moreThan` and `inHours`")
    }
    let count = try number(of: limit, "moreThan", 0...1_000, place)
    let hours = try number(of: limit, "inHours", 1...87_600, place)
    var kinds = Set(PromptKind.allCases)
    if let named = node[name: "of"] {
      guard let words = named.array, !words.isEmpty else {
        throw refused(named.place.lowerBound, "\(pointer)/of", "`of` wants an array of kinds")
      }
      kinds = []
      for (index, word) in words.enumerated() {
        guard let kind = word.string.flatMap(PromptKind.init(rawValue:)) else {
          throw refused(
            word.place.lowerBound, "\(pointer)/of/\(index)",
            "a kind is one of \(PromptKind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        kinds.insert(kind)
      }
    }
    return .isAsked(
      try filters(of: node, "no", pointer), moreThan: count, within: Int64(hours) * LengthOfTime.hour, kinds: kinds)
  }

  // MARK: Values

  private func filters(of node: JSONNode, _ name: String, _ pointer: String) throws -> [Filter] {
    guard let value = node[name: name], let members = value.members else {
      throw refused(
        node[name: name]?.place.lowerBound ?? node.place.lowerBound, "\(pointer)/\(name)",
        "`\(name)` wants an object of filters, such as {\"appVersionName\": \"<4.0\"}")
    }
    return try FilterMembers(members, at: "\(pointer)/\(name)").filters { refused($0, $1, $2) }
  }

  private func string(of node: JSONNode, _ name: String, _ pointer: String) throws -> String {
    if let text = node[name: name]?.string, !text.isBlank { return text }
    throw refused(
      node[name: name]?.place.lowerBound ?? node.place.lowerBound, "\(pointer)/\(name)", "`\(name)` wants a text")
  }

  private func word<Word: RawRepresentable<String> & CaseIterable>(
    of node: JSONNode, _ name: String, _ pointer: String
  ) throws -> Word {
    if let word = node[name: name]?.string.flatMap(Word.init(rawValue:)) { return word }
    throw refused(
      node[name: name]?.place.lowerBound ?? node.place.lowerBound, "\(pointer)/\(name)",
      "`\(name)` wants one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
  }

  private func number(of node: JSONNode, _ name: String, _ range: ClosedRange<Int>, _ pointer: String) throws -> Int {
    if let number = node[name: name]?.wholeNumber, range.contains(number) { return number }
    throw refused(
      node[name: name]?.place.lowerBound ?? node.place.lowerBound, "\(pointer)/\(name)",
      "`\(name)` wants a whole number from \(range.lowerBound) to \(range.upperBound.grouped)")
  }

  private func date(of node: JSONNode, _ pointer: String) throws -> WindowDate? {
    guard let value = node[name: "by"] else { return nil }
    if let date = value.string.flatMap({ WindowDate($0) }) { return date }
    throw refused(value.place.lowerBound, "\(pointer)/by", "`by` wants a date, such as 2026-12-01")
  }
}
