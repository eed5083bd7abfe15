/// A field of an event's data that was found and not parsed yet.
struct JSONField: Sendable {
  let name: NameToken
  let value: JSONToken
}

/// Reads the data of the current event from its line, by name.
extension LineReader: FieldReader {
  /// The value of a field. A field that is `null` counts as absent.
  private func find(_ name: StaticString) -> JSONToken? {
    for field in fields where text.matches(field.name, name) {
      return field.value.kind == .null ? nil : field.value
    }
    return nil
  }

  private func fault(_ name: StaticString, _ problem: FieldFault.Problem, at token: JSONToken?) -> FieldFault {
    FieldFault(name: name.description, problem: problem, offset: token?.start)
  }

  private func wrongType(_ name: StaticString, _ token: JSONToken, expected: String) -> FieldFault {
    fault(name, .wrongType(expected: expected, found: token.kind.name), at: token)
  }

  private func string(_ name: StaticString) throws(FieldFault) -> JSONToken? {
    guard let token = find(name) else { return nil }
    guard token.kind == .string else { throw wrongType(name, token, expected: "a text") }
    return token
  }

  private func required(
    _ token: JSONToken?, _ name: StaticString, _ expected: @autoclosure () -> String
  ) throws(FieldFault) -> JSONToken {
    guard let token else { throw fault(name, .missing(expected: expected()), at: nil) }
    return token
  }

  private mutating func kept(_ token: JSONToken) -> ExactString {
    guard !token.hasEscapes else { return ExactString(text.text(of: token)) }
    return vocabulary.text(text.bytes.extracting(token.start..<token.end))
  }

  mutating func eventID() throws(FieldFault) -> ExactString { ExactString(text.text(of: id)) }

  mutating func text(_ name: StaticString) throws(FieldFault) -> ExactString {
    kept(try required(try string(name), name, "a text"))
  }

  mutating func uniqueText(_ name: StaticString) throws(FieldFault) -> ExactString {
    ExactString(text.text(of: try required(try string(name), name, "a text")))
  }

  mutating func optionalText(_ name: StaticString) throws(FieldFault) -> ExactString? {
    guard let token = try string(name) else { return nil }
    return kept(token)
  }

  mutating func lenientText(_ name: StaticString) -> ExactString? {
    guard let token = find(name), token.kind == .string else { return nil }
    return kept(token)
  }

  mutating func word<Word: ClosedWord>(_ name: StaticString) throws(FieldFault) -> Word {
    let token = try required(try string(name), name, Self.list(Word.allCases.map(\.rawValue)))
    for word in Word.table where text.matches(token, word.rawValue) { return word }
    throw fault(name, .unknownWord(text.text(of: token), allowed: Word.allCases.map(\.rawValue)), at: token)
  }

  mutating func flag(_ name: StaticString) throws(FieldFault) -> Bool {
    guard let token = find(name) else { return false }
    guard token.kind == .bool else { throw wrongType(name, token, expected: "true or false") }
    return text.bytes[token.start] == UInt8(ascii: "t")
  }

  mutating func optionalInteger(_ name: StaticString) throws(FieldFault) -> Int? {
    guard let token = find(name) else { return nil }
    guard token.kind == .number, let value = text.integer(token) else {
      throw wrongType(name, token, expected: "an integer")
    }
    return value
  }

  private static func list(_ words: [String]) -> String { "one of " + words.joined(separator: ", ") }

  mutating func integer(_ name: StaticString, among allowed: [Int]) throws(FieldFault) -> Int {
    guard let value = try optionalInteger(name) else {
      throw fault(name, .missing(expected: Self.list(allowed.map(String.init))), at: nil)
    }
    guard allowed.contains(value) else {
      throw fault(name, .unknownWord(String(value), allowed: allowed.map(String.init)), at: find(name))
    }
    return value
  }

  mutating func userChange(_ name: StaticString) throws(FieldFault) -> UserChange {
    for field in fields where text.matches(field.name, name) {
      if field.value.kind == .null { return .signedOut }
      guard field.value.kind == .string else { throw wrongType(name, field.value, expected: "a text or null") }
      return .signedIn(kept(field.value))
    }
    return .unchanged
  }

  mutating func optionalObject(_ name: StaticString) -> ExactString? {
    guard let token = find(name), token.kind == .object else { return nil }
    let json = JSONObjectText.canonical(
      String(decoding: text.bytes.extracting(token.start..<token.end), as: UTF8.self))
    return json.map { $0.string.withBorrowedBytes { vocabulary.text($0) } }
  }

  mutating func anyObject(_ name: StaticString) -> ExactString? {
    guard let token = find(name) else { return nil }
    return token.kind == .object ? optionalObject(name) ?? "{}" : "{}"
  }

  mutating func digest(_ name: StaticString) throws(FieldFault) -> ExactString {
    let token = try required(try string(name), name, "`sha256:` and 64 lower-case hex digits")
    let digest = kept(token)
    guard Digest.isWellFormed(digest) else { throw fault(name, .malformedDigest(digest.string), at: token) }
    return digest
  }

  mutating func document(_ name: StaticString) throws(FieldFault) -> String? {
    guard let token = try string(name) else { return nil }
    return text.text(of: token)
  }

  mutating func profile(_ name: StaticString) throws(FieldFault) -> Profile {
    let token = try required(find(name), name, "an object of texts")
    guard token.kind == .object else { throw wrongType(name, token, expected: "an object of texts") }
    let bytes = text.bytes.extracting(token.start..<token.end)
    if let known = profiles.profile(writtenAs: bytes) { return known }
    var properties: [(name: ExactString, value: ExactString)] = []
    var problem: FieldFault?
    var inner = JSONScanner(text.bytes)
    inner.index = token.start
    // The object was parsed before, so it is well-formed. Only the kinds of its values can be wrong.
    try? inner.members(depth: 1) { (property, scanner) throws(JSONFault) in
      let value = try scanner.value(depth: 1)
      if value.kind == .string {
        properties.append((kept(JSONToken(property)), kept(value)))
      } else if value.kind != .null, problem == nil {
        problem = FieldFault(
          name: "properties.\(scanner.text.text(of: property))",
          problem: .wrongType(expected: "a text", found: value.kind.name), offset: value.start)
      }
    }
    if let problem { throw problem }
    let profile = Profile(properties)
    profiles.keep(profile, writtenAs: bytes)
    return profile
  }
}

/// Caches profiles by the bytes of their JSON, so that equal profiles are read once.
struct ProfileCache: Sendable {
  private var profiles: [UInt64: (bytes: [UInt8], profile: Profile)] = [:]
  private let limit = 65_536

  func profile(writtenAs bytes: BorrowedBytes) -> Profile? {
    guard let found = profiles[CacheHash.of(bytes)] else { return nil }
    return found.bytes.withBorrowedBytes { $0.isSame(as: bytes) } ? found.profile : nil
  }

  mutating func keep(_ profile: Profile, writtenAs bytes: BorrowedBytes) {
    if profiles.count >= limit { profiles.removeAll(keepingCapacity: true) }
    profiles[CacheHash.of(bytes)] = (Array(bytes), profile)
  }
}
