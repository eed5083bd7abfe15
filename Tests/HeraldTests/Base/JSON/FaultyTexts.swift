import Herald

/// The fault that the scanner finds in bytes, or nil; it builds no tree.
func scan(_ bytes: [UInt8], depthLimit: Int = 512, lenient: Bool = false) -> JSONFault? {
  bytes.withBorrowedBytes { buffer in
    var scanner = JSONScanner(buffer, depthLimit: depthLimit, allowsTrailingCommas: lenient)
    do throws(JSONFault) {
      _ = try scanner.value()
      try scanner.end()
      return nil
    } catch {
      return error
    }
  }
}

extension Faulty {
  static let all = structure + names + numbers + strings + utf8

  private static let structure: [Faulty] = [
    Faulty("", .unexpectedEnd, 0),
    Faulty("  ", .unexpectedEnd, 2),
    Faulty("[", .unexpectedEnd, 1),
    Faulty("[1", .unexpectedEnd, 2),
    Faulty("[1,", .unexpectedEnd, 3),
    Faulty("{\"a\"", .unexpectedEnd, 4),
    Faulty("{\"a\":", .unexpectedEnd, 5),
    Faulty("tru", .unexpectedEnd, 3),
    Faulty("[1}", .expected(.commaOrBracket), 2),
    Faulty("[1 2]", .expected(.commaOrBracket), 3),
    Faulty("{\"a\":1]", .expected(.commaOrBrace), 6),
    Faulty("{\"a\" 1}", .expected(.colon), 5),
    Faulty("{\"a\"=1}", .expected(.colon), 4),
    Faulty("{a:1}", .expected(.name), 1),
    Faulty("{'a':1}", .expected(.name), 1),
    Faulty("{1:1}", .expected(.name), 1),
    Faulty("{\"a\":1,}", .expected(.name), 7),
    Faulty("[1,]", .expected(.value), 3),
    Faulty("[ , ]", .emptyElement, 2),
    Faulty("{ , }", .emptyElement, 2),
    Faulty("'a'", .expected(.value), 0),
    Faulty("// c\n1", .expected(.value), 0),
    Faulty("truth", .expected(.value), 0),
    Faulty("NaN", .expected(.value), 0),
    Faulty("\u{A0}1", .expected(.value), 0),
    Faulty("1 1", .textAfterValue, 2),
    Faulty("true1", .textAfterValue, 4),
    Faulty("{} /* c */", .textAfterValue, 3),
  ]

  private static let names: [Faulty] = [
    Faulty(#"{"a":1,"a":2}"#, .nameTwice, 7),
    Faulty(#"{"a":1,"\u0061":2}"#, .nameTwice, 7),
    Faulty(#"{"\u0061":1,"a":2}"#, .nameTwice, 12),
    Faulty(#"{"":1,"b":2,"":3}"#, .nameTwice, 12),
    Faulty(#"{"😀":1,"\ud83d\uDE00":2}"#, .nameTwice, 10),
    Faulty(#"{"long enough":1,"long enough":2}"#, .nameTwice, 17),
    Faulty(#"[{"x":{"b":1,"b":1}}]"#, .nameTwice, 13),
    Faulty("{" + (0..<30).map { "\"n\($0 % 29)\":0" }.joined(separator: ",") + "}", .nameTwice, 223),
  ]

  private static let numbers: [Faulty] = [
    Faulty("01", .malformedNumber, 0),
    Faulty("[-01]", .malformedNumber, 1),
    Faulty("00", .malformedNumber, 0),
    Faulty("-", .unexpectedEnd, 1),
    Faulty("[-]", .malformedNumber, 1),
    Faulty("[1.]", .malformedNumber, 1),
    Faulty("[1.e1]", .malformedNumber, 1),
    Faulty("[1e]", .malformedNumber, 1),
    Faulty("[1e+]", .malformedNumber, 1),
    Faulty("1.", .unexpectedEnd, 2),
    Faulty("1e+", .unexpectedEnd, 3),
    Faulty("+1", .expected(.value), 0),
    Faulty(".5", .expected(.value), 0),
    Faulty("0x10", .textAfterValue, 1),
    Faulty("1_000", .textAfterValue, 1),
  ]

  private static let strings: [Faulty] = [
    Faulty("\"", .unexpectedEnd, 1),
    Faulty("\"abc", .unexpectedEnd, 4),
    Faulty("\"abcdefghij", .unexpectedEnd, 11),
    Faulty("\"a\nb\"", .controlCharacter, 2),
    Faulty("\"abcdefghijk\u{1F}l\"", .controlCharacter, 12),
    Faulty("\"\u{0}\"", .zeroByte, 1),
    Faulty("\"\\", .unexpectedEnd, 2),
    Faulty("\"ab\\x\"", .unknownEscape, 3),
    Faulty("\"\\'\"", .unknownEscape, 1),
    Faulty("\"\\u12g4\"", .unknownEscape, 1),
    Faulty("\"\\u12", .unexpectedEnd, 5),
    Faulty("\"a\\ud83d\"", .halfSurrogatePair, 2),
    Faulty("\"\\ud83dx\"", .halfSurrogatePair, 1),
    Faulty("\"\\ud83d\\n\"", .halfSurrogatePair, 1),
    Faulty("\"\\ud83d\\ud83d\"", .halfSurrogatePair, 1),
    Faulty("\"\\ude00\"", .halfSurrogatePair, 1),
    Faulty("\"\\ude00\\ud83d\"", .halfSurrogatePair, 1),
    Faulty("{\"\\ud800\":1}", .halfSurrogatePair, 2),
  ]

  /// Unicode's table of well-formed UTF-8 (3-7), at each of its edges.
  private static let utf8: [Faulty] = [
    .string([0x80]), .string([0xBF]), .string([0xFE]), .string([0xFF]),
    .string([0xC0, 0x80]), .string([0xC1, 0xBF]), .string([0xC2, 0x7F]), .string([0xC2, 0xC0]),
    .string([0xE0, 0x9F, 0xBF]), .string([0xE0, 0xA0, 0x7F]), .string([0xED, 0xA0, 0x80]),
    .string([0xED, 0xBF, 0xBF]), .string([0xF0, 0x8F, 0xBF, 0xBF]), .string([0xF4, 0x90, 0x80, 0x80]),
    .string([0xF5, 0x80, 0x80, 0x80]), .string([0x61, 0xC3, 0xA9, 0xE2, 0x82], at: 4),
    Faulty([0x22, 0xF0, 0x9F, 0x98], .notUTF8, 1),
  ]
}
