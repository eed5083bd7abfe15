import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Two readers of JSON agree")
struct JSONAgreementTests {
  @Test("The JSON scanner and the JSON tree find the same fault in mutated texts, or none", arguments: Seeds.all)
  func scannerAndTreeAgree(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var accepted = 0
    for _ in 0..<150 {
      let text = Self.mutated(Self.value(&random, depth: 3), &random)
      let lenient = random.chance(50)
      let fault = scan(Array(text.utf8), depthLimit: 3, lenient: lenient)
      accepted += fault == nil ? 1 : 0
      do throws(JSONFault) {
        _ = try JSONNode.read(text, depthLimit: 3, lenient: lenient)
        #expect(fault == nil, "\(text.debugDescription)")
      } catch {
        #expect(fault == error, "\(text.debugDescription)")
      }
    }
    // Some texts are valid and some are not, so that both answers were compared.
    #expect((10..<140).contains(accepted))
  }

  @Test("A canonical JSON text reads back as the same value, and is canonical already", arguments: Seeds.all)
  func canonicalFormIsStable(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let text = Self.value(&random, depth: 4)
      let node = try JSONNode.read(text).node
      let written = Self.canonical(node)
      let again = try JSONNode.read(written).node
      #expect(node.isEqualValue(to: again), "\(text.debugDescription)")
      #expect(again.isEqualValue(to: node), "\(text.debugDescription)")
      #expect(Self.canonical(again) == written)
    }
  }

  @Test("A JSON value's place is that of its own text", arguments: Seeds.all)
  func placeIsThatOfTheValue(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let text = Self.value(&random, depth: 4)
    let bytes = Array(text.utf8)
    var open = [try JSONNode.read(text).node]
    while let node = open.popLast() {
      let part = String(decoding: bytes[node.place], as: UTF8.self)
      #expect(try JSONNode.read(part).node.isEqualValue(to: node))
      #expect(part.utf8.first.map { !" \t\r\n".utf8.contains($0) } ?? false)
      open += node.members?.map(\.node) ?? node.elements
    }
  }

  private static func canonical(_ node: JSONNode) -> String {
    var writer = JSONWriter()
    CanonicalJSON.write(node, into: &writer)
    return writer.string
  }

  private static let blanks = ["", "", "", " ", "\n\t"]
  private static let atoms = [
    "null", "true", "false", "0", "-1", "2.50", "1e3", "\"\"", "\"é\"", "\"\\u00e9\\n\"", "\"\\ud83d\\ude00\"",
    "\"plain text of some length\"",
  ]

  /// A text of valid JSON.
  private static func value(_ random: inout SplitMix64, depth: Int) -> String {
    let blank = random.pick(blanks)
    let kind = depth == 0 ? 0 : random.int(0...3)
    guard kind > 1 else { return blank + random.pick(atoms) + blank }
    let count = random.int(0...4)
    let isObject = kind == 3
    let elements = (0..<count).map { index in
      let name = isObject ? blank + "\"n\(index)\"" + blank + ":" : ""
      return name + value(&random, depth: depth - 1)
    }
    let list = elements.joined(separator: ",")
    return blank + (isObject ? "{\(list)}" : "[\(list)]") + blank
  }

  /// The text with some scalars taken out, put in or changed.
  private static func mutated(_ text: String, _ random: inout SplitMix64) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<random.int(0...2) where !scalars.isEmpty {
      let place = random.int(0...scalars.count - 1)
      let scalar = random.pick(Array(#"[]{},:"\01e-.tnué "#.unicodeScalars))
      switch random.int(0...3) {
      case 0: scalars.remove(at: place)
      case 1: scalars.insert(scalar, at: place)
      case 2: scalars[place] = scalar
      default: scalars.insert(contentsOf: scalars[place...].prefix(3), at: place)
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
