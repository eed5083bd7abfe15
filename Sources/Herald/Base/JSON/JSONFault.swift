/// A mistake in JSON (RFC 8259), with its place.
package struct JSONFault: Error, Hashable, Sendable {
  /// The fault at the place.
  package enum Problem: Hashable, Sendable {
    case unexpectedEnd
    case expected(StaticWord)
    case controlCharacter
    case zeroByte
    case unknownEscape
    case halfSurrogatePair
    case malformedNumber
    case notUTF8
    case nameTwice
    case nestedTooDeep(limit: Int)
    case textAfterValue
    case emptyElement
  }

  /// The expected word or value.
  package enum StaticWord: String, Hashable, Sendable {
    case value = "a value"
    case name = "a name in double quotes"
    case colon = "`:`"
    case commaOrBracket = "`,` or `]`"
    case commaOrBrace = "`,` or `}`"
    case object = "an object"
  }

  /// The byte offset of the mistake.
  package let offset: Int
  package let problem: Problem

  /// The reason why the place is wrong, as a clause.
  package var reason: String {
    switch problem {
    case .unexpectedEnd: "the text ends in the middle of a value"
    case .expected(let word): "expected \(word.rawValue) here"
    case .controlCharacter: "a control character stands unescaped in a string"
    case .zeroByte: "a zero byte stands in a string, as where a part of a file was never written or was damaged"
    case .unknownEscape: "this escape is not one of JSON's"
    case .halfSurrogatePair: "half a surrogate pair is not a character"
    case .malformedNumber: "this is not a number in JSON's form"
    case .notUTF8: "the bytes are not UTF-8"
    case .nameTwice: "this name stands twice in one object, and readers differ in which one they take"
    case .nestedTooDeep(let limit): "objects and arrays are nested over \(limit) levels"
    case .textAfterValue: "text follows after the end of the value"
    case .emptyElement: "a comma stands where an element should"
    }
  }

  /// The correction, as a clause.
  package var fix: String {
    switch problem {
    case .unexpectedEnd: "complete the text, or drop it where it was cut off"
    case .expected: "write strict JSON: no comments, double quotes only, no words but true, false and null"
    case .controlCharacter: "write it as \\n, \\t or \\u00XX"
    case .zeroByte: "take the text from where it is whole; what stood here cannot be read from it"
    case .unknownEscape: "use one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t, or \\u and four hex digits"
    case .halfSurrogatePair: "write both halves, or the character itself"
    case .malformedNumber: "write it like 0, -1, 2.5 or 1e3"
    case .notUTF8: "save the text as UTF-8"
    case .nameTwice: "keep one of the two"
    case .nestedTooDeep: "flatten the document"
    case .textAfterValue: "remove what follows"
    case .emptyElement: "remove the comma"
    }
  }
}
