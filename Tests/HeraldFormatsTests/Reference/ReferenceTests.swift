import Foundation
import Herald
import HeraldQuestions
import Testing

@testable import HeraldFormats

@Suite("The reference of policies")
struct ReferenceTests {
  private static let objects = Formats.references.flatMap { format in
    format.reference.document.all.map { (format: format.names[0], object: $0) }
  }

  @Test("Each key has a meaning in one sentence, and an example that is JSON", arguments: Formats.references.indices)
  func eachKeyHasAMeaningAndAnExample(index: Int) throws {
    for object in Formats.references[index].reference.document.all {
      for key in object.keys {
        #expect(key.meaning.first?.isUppercase == true || key.meaning.first == "`", "\(key.name): \(key.meaning)")
        #expect(key.meaning.hasSuffix("."), "\(key.name)")
        #expect(throws: Never.self, "\(key.name)") { try JSONNode.read(key.example) }
        #expect(!key.name.isEmpty)
      }
      #expect(Set(object.keys.map(\.name)).count == object.keys.count, "\(object.id)")
    }
  }

  @Test("Objects of one format have different names", arguments: Formats.references.indices)
  func objectsHaveDifferentNames(index: Int) {
    let names = Formats.references[index].reference.document.all.map(\.id)
    #expect(Set(names).count == names.count)
  }

  /// Keys that change what is read only together with other values than their examples.
  private static let exceptions: Set<String> = [
    // Only 0 has an effect, and only a refusal quotes the messages.
    "itunes resultCount", "sunstripe messages",
    // Only a Mac asks for it.
    "itunes kind",
    // Only a rule that names a segment is read with it.
    "herald segments",
    // Without it the document is refused.
    "herald packageName",
  ]

  @Test(
    "Each key of the reference is read: without it something else is read, or found",
    arguments: objects.indices)
  func eachKeyIsRead(index: Int) throws {
    let (format, object) = Self.objects[index]
    guard let root = Formats.reference(named: format)?.reference, root.language == .json else { return }
    for key in object.keys where !Self.exceptions.contains("\(format) \(key.name)") {
      let others = object.keys.filter { $0.name != key.name }
      let required = others.filter(\.isRequired)
      // Keys take each other's place, so the key is tried alone, beside each other key, and beside all.
      let companies = [required, others] + others.map { required + [$0] }
      let isRead = companies.contains { company in
        [false, true].contains { isFull in
          let before = Self.document(around: object, Self.text(company), in: root.document, isFull: isFull)
          let after = Self.document(around: object, Self.text(company + [key]), in: root.document, isFull: isFull)
          return Self.differs(before, after, format)
        }
      }
      #expect(isRead, "\(format): \(object.id).\(key.name) has no effect")
    }
  }

  private static func text(_ keys: [KeyReference]) -> String {
    "{" + keys.map { "\"\($0.name)\": \($0.example)" }.joined(separator: ", ") + "}"
  }

  /// A document with an object somewhere inside.
  ///
  /// - Parameter isFull: whether the objects around it have all their keys, or the required ones.
  private static func document(
    around object: ObjectReference, _ text: String, in root: ObjectReference, isFull: Bool
  ) -> String {
    if root.id == object.id { return text }
    func contains(_ shape: ValueShape) -> Bool { shape.objects.contains { $0.all.contains { $0.id == object.id } } }
    var members: [String] = []
    for key in root.keys {
      if contains(key.shape), let inner = key.shape.objects.first, !members.contains(where: { $0.contains(text) }) {
        let value = document(around: object, text, in: inner, isFull: isFull)
        members.append("\"\(key.name)\": \(isList(key.shape) ? "[\(value)]" : value)")
      } else if isFull && !leavesUnread(key, object) || key.isRequired {
        members.append("\"\(key.name)\": \(key.example)")
      }
    }
    if case .named(let key) = root.otherKeys, contains(key.shape), let inner = key.shape.objects.first {
      let name = ["segments": "beta", "groups": "sales"][root.id] ?? "en"
      members.append("\"\(name)\": \(document(around: object, text, in: inner, isFull: isFull))")
    }
    return "{" + members.joined(separator: ", ") + "}"
  }

  /// Whether a key leaves an object unread that stands beside it: what is forced has no deadline.
  private static func leavesUnread(_ key: KeyReference, _ object: ObjectReference) -> Bool {
    ["deadline", "reminder"].contains(object.id) && ["forceUpdate", "forceExit"].contains(key.name)
  }

  private static func isList(_ shape: ValueShape) -> Bool {
    switch shape {
    case .list: true
    case .either(let shapes, _): shapes.contains { isList($0) }
    default: false
    }
  }

  private static func differs(_ left: String, _ right: String, _ format: String) -> Bool {
    let (left, right) = (read(left, format), read(right, format))
    if left.refusal != right.refusal || left.diagnostics.map(\.what) != right.diagnostics.map(\.what) { return true }
    guard case .accepted(let before) = left.reading, case .accepted(let after) = right.reading else { return false }
    let differences = PolicyDifferences(before, after)
    return differences.values.contains { $0.key != "digest" } || !differences.rules.isEmpty
  }

  private static func read(_ text: String, _ format: String) -> ReadDocument {
    Formats.read(Document(text: text, format: ExactString(format), storeURL: "https://store.example/"))
  }

  @Test("Formats read keys only by their declarations, so that the reference has them all")
  func formatsReadKeysByTheirDeclarations() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources/HeraldFormats")
    let files = (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? [])
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" && !$0.path.contains("/Lint/") }
    #expect(files.count > 40)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains("[name: \""), "\(file.lastPathComponent) reads a key by a name")
    }
  }

  @Test("What an app may configure is told with the values that a rule has")
  func houseRulesAreTold() throws {
    let keys = Formats.houseRules.keys
    #expect(keys.map(\.name).prefix(4) == ["displayPeriodInHours", "maxDisplayCount", "skippable", "rollout"])
    #expect(keys.map(\.name).contains("deadline"))
    for key in keys { #expect(key.meaning.hasSuffix("."), "\(key.name)") }
  }
}
