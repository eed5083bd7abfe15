public import Herald
import HeraldFormats

/// The devices that an analysis speaks of, where it does not speak of all (`herald analyze --assume`).
///
/// ```swift
/// var question = AnalyzeQuestion(document, named: "policy.json")
/// question.assumption = .usual
/// print(try question.answer().words)
/// ```
public struct DeviceAssumption: Sendable {
  /// The word or the file, as answers name it.
  public let name: String
  let form: Form

  enum Form: Sendable {
    case usual
    /// A device has to meet all filters of at least one element.
    case filters([Alternative])
  }

  struct Alternative: Sendable {
    let filters: [Filter]
    let place: DocumentPlace
  }

  private init(name: String, form: Form) { (self.name, self.form) = (name, form) }

  /// Devices as people have them: the system fits the model, and versions are versions.
  ///
  /// An `iPhone*` has ios, an `iPad*` ios or ipados, a `Pixel*` or `SM-*` android. A blank system or model fits all.
  /// The app's version has to be a version; the system's version and the version code may be blank.
  public static let usual = DeviceAssumption(name: "usual", form: .usual)

  /// Reads the text of a file: an object of filters, or an array of such objects, where a device has to meet one.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - file: its name in answers and errors.
  /// - Throws: ``AssumptionRefused`` with the place of what is wrong.
  public init(_ text: String, named file: String) throws {
    let reader = AssumptionReader(text, named: file)
    self.init(name: file, form: .filters(try reader.alternatives()))
  }

  /// The devices in words, such as `usual devices`.
  var devices: String {
    switch form {
    case .usual: "usual devices"
    case .filters: "devices as in \(name.shown)"
    }
  }
}

/// An error for an assumption that cannot be read, or that fits no device of the document's app.
public struct AssumptionRefused: DiagnosticError, Sendable {
  /// The one finding.
  public let diagnostics: [Diagnostic]
}

/// Reads a file of filters, and says where it is wrong.
private struct AssumptionReader {
  private let text: String
  private let file: String
  private let lines: LineMap

  init(_ text: String, named file: String) {
    (self.text, self.file) = (text, file)
    lines = LineMap(text)
  }

  func alternatives() throws -> [DeviceAssumption.Alternative] {
    let node: JSONNode
    do { node = try JSONNode.read(text).node } catch {
      throw refused(error.offset, "", "the text is not JSON: \(error.reason)")
    }
    guard let elements = node.array else { return [try alternative(node, at: "")] }
    if elements.isEmpty { throw refused(node.place.lowerBound, "", "the array is empty, so that no device meets it") }
    return try elements.enumerated().map { try alternative($1, at: "/\($0)") }
  }

  private func alternative(_ node: JSONNode, at pointer: String) throws -> DeviceAssumption.Alternative {
    guard let members = node.members else {
      throw refused(
        node.place.lowerBound, pointer, "an assumption is \(node.kindName), and an object of filters is wanted")
    }
    let filters = try FilterMembers(members, at: pointer).filters { refused($0, $1, $2) }
    let place = lines.place(node.place.lowerBound, pointer: pointer)
    let terms = DeviceTerms.all(filters)
    let space = DeviceSpace(terms.terms.map(\.condition)) { _ in [] }
    if space.limit == nil, space.box(terms) == nil {
      throw AssumptionRefused(diagnostics: [
        Diagnostic(
          AssumptionCode.assumptionOfNoDevice, .error, what: "No device meets the assumption in `\(file)`.", file: file,
          place: place, why: "no value meets all parts of a filter",
          fix: "leave out a part of one of the filters on \(filters.map { "`\($0.property)`" }.joined(separator: ", "))"
        )
      ])
    }
    return DeviceAssumption.Alternative(filters: filters, place: place)
  }

  private func refused(_ offset: Int, _ pointer: String, _ why: String) -> AssumptionRefused {
    AssumptionRefused(diagnostics: [
      Diagnostic(
        AssumptionCode.invalidAssumption, .error, what: "The assumption in `\(file)` cannot be read.", file: file,
        place: lines.place(offset, pointer: pointer), why: why,
        fix: #"write filters such as {"deviceOsName": "ios, android"}, or an array of such objects"#)
    ])
  }
}

/// The members of an object of filters, as statements about devices have it.
struct FilterMembers {
  private let members: [JSONMember]
  private let pointer: String

  init(_ members: [JSONMember], at pointer: String) { (self.members, self.pointer) = (members, pointer) }

  /// The filters, in order. A member that is null counts as absent.
  ///
  /// - Parameter refused: makes an error of an offset, a pointer and a reason.
  /// - Throws: its error for a filter that is not a text.
  func filters(orThrow refused: (Int, String, String) -> any Error) throws -> [Filter] {
    try members.filter { !$0.node.isNull }.map { member in
      let text: String? =
        switch member.node.value {
        case .string(let text): text
        case .number(let text): text
        default: nil
        }
      guard let text else {
        throw refused(
          member.node.place.lowerBound, "\(pointer)/\(JSONPointer.token(member.name))",
          "a filter is a text, and this is \(member.node.kindName)")
      }
      return Filter(property: ExactString(member.name), text: text)
    }
  }
}
