import Testing

@testable import Herald

/// Bytes with a mistake, and its place.
struct Faulty: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let problem: JSONFault.Problem
  let offset: Int

  init(_ text: String, _ problem: JSONFault.Problem, _ offset: Int) {
    self.init(Array(text.utf8), problem, offset)
  }

  init(_ bytes: [UInt8], _ problem: JSONFault.Problem, _ offset: Int) {
    self.bytes = bytes
    self.problem = problem
    self.offset = offset
  }

  var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }

  /// A string whose bytes are these.
  static func string(_ bytes: [UInt8], at offset: Int = 1) -> Faulty {
    Faulty([0x22] + bytes + [0x22], .notUTF8, offset)
  }
}

@Suite("JSON is read strictly")
struct JSONStrictnessTests {
  @Test("A fault in JSON is named with its place", arguments: Faulty.all)
  func faultIsNamedWithItsPlace(faulty: Faulty) throws {
    let fault = try #require(scan(faulty.bytes))
    #expect(fault == JSONFault(offset: faulty.offset, problem: faulty.problem))
    #expect(!fault.reason.isEmpty)
    #expect(!fault.fix.isEmpty)
  }

  @Test("A byte that is forbidden in a JSON string is found wherever it stands", arguments: 0..<20)
  func forbiddenByteIsFoundAnywhere(position: Int) {
    for byte in UInt8.min ... .max where byte != UInt8(ascii: "\\") {
      var bytes = Array("\"abcdefghijklmnopqrst\"".utf8)
      bytes[position + 1] = byte
      let expected: JSONFault? =
        switch byte {
        case 0: JSONFault(offset: position + 1, problem: .zeroByte)
        case ..<0x20: JSONFault(offset: position + 1, problem: .controlCharacter)
        case 0x80...: JSONFault(offset: position + 1, problem: .notUTF8)
        case UInt8(ascii: "\""): JSONFault(offset: position + 2, problem: .textAfterValue)
        default: nil
        }
      #expect(scan(bytes) == expected, "\(byte)")
    }
  }

  @Test(
    "Everything that RFC 8259 allows is read",
    arguments: [
      "0", "-0", "1.5e+10", "2E-3", "\"\"", "\"\\u0000\"", "\"\\ud83d\\ude00\"", "\"\u{7F}\u{80}\u{FFFF}\u{10FFFF}\"",
      "[]",
      "{}", "[[],{}]", " \t\r\n null \n", "{\"a\":1,\"A\":1}", "{\"é\":1,\"e\u{301}\":1}",
      "\"\\/\\b\\f\\n\\r\\t\\\"\\\\\"",
    ])
  func everythingAllowedIsRead(text: String) {
    #expect(scan(Array(text.utf8)) == nil)
    #expect(throws: Never.self) { try JSONNode.read(text) }
  }

  @Test("A trailing comma in JSON is passed over where that is allowed, and its place kept")
  func trailingCommaIsPassedOver() throws {
    let text = #"{"a":[1,2 , ],"b":{"c":3,},}"#
    let leniencies = try JSONNode.read(text, lenient: true).leniencies
    #expect(leniencies.trailingCommas == [10, 24, 26])
    #expect(throws: JSONFault(offset: 12, problem: .expected(.value))) { try JSONNode.read(text) }
  }

  @Test("A byte order mark before JSON is passed over where that is allowed, and reported")
  func byteOrderMarkIsPassedOver() throws {
    #expect(try JSONNode.read("\u{FEFF}[]", lenient: true).leniencies.hadByteOrderMark)
    #expect(try !JSONNode.read("[]", lenient: true).leniencies.hadByteOrderMark)
    #expect(throws: JSONFault(offset: 0, problem: .expected(.value))) { try JSONNode.read("\u{FEFF}[]") }
    #expect(throws: JSONFault(offset: 1, problem: .expected(.value))) { try JSONNode.read("[\u{FEFF}]", lenient: true) }
  }

  @Test(
    "A comma without an element is never passed over in JSON",
    arguments: [("[,]", 1), ("{,}", 1), ("[1,,]", 3), ("[,1]", 1), (#"{"a":1,,}"#, 7), (#"{,"a":1}"#, 1)])
  func commaWithoutAnElementIsAFault(text: String, offset: Int) {
    for lenient in [true, false] {
      #expect(throws: JSONFault(offset: offset, problem: .emptyElement)) { try JSONNode.read(text, lenient: lenient) }
    }
  }

  @Test("JSON objects and arrays nest as deep as the limit and no deeper", arguments: [1, 2, 64], ["[", "{\"a\":"])
  func nestingIsLimited(limit: Int, open: String) throws {
    let close = open == "[" ? "]" : "}"
    let deep = { (levels: Int) in
      String(repeating: open, count: levels - 1) + open.prefix(1) + String(repeating: close, count: levels)
    }
    #expect(throws: Never.self) { try JSONNode.read(deep(limit), depthLimit: limit) }
    let fault = JSONFault(offset: limit * open.utf8.count, problem: .nestedTooDeep(limit: limit))
    #expect(throws: fault) { try JSONNode.read(deep(limit + 1), depthLimit: limit) }
    #expect(scan(Array(deep(limit).utf8), depthLimit: limit) == nil)
    #expect(scan(Array(deep(limit + 1).utf8), depthLimit: limit) == fault)
  }
}
