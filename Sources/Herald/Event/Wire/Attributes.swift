/// Checks the envelope's attributes (CloudEvents 1.0, with Herald's `revision` and `dataversion`).
struct Attributes {
  let text: JSONText

  func wrongType(_ name: String, _ token: JSONToken, expected: String) -> WireFault {
    WireFault(problem: .attributeType(name, expected: expected, found: token.kind.name), offset: token.start)
  }

  private func string(_ token: JSONToken?, _ name: String) throws(WireFault) -> JSONToken {
    guard let token else { throw WireFault(problem: .missingAttribute(name), offset: 0) }
    guard token.kind == .string else { throw wrongType(name, token, expected: "a text") }
    return token
  }

  func nonEmptyText(_ token: JSONToken?, _ name: String) throws(WireFault) -> JSONToken {
    let token = try string(token, name)
    guard token.end > token.start else {
      throw WireFault(problem: .emptyAttribute(name), offset: token.start)
    }
    return token
  }

  func specVersion(_ token: JSONToken?) throws(WireFault) {
    let token = try string(token, "specversion")
    if !token.hasEscapes, token.end - token.start == 3, text.bytes[token.start] == UInt8(ascii: "1"),
      text.bytes[token.start + 1] == UInt8(ascii: "."), text.bytes[token.start + 2] == UInt8(ascii: "0")
    {
      return
    }
    let version = text.text(of: token)
    guard version == "1.0" else {
      throw WireFault(problem: .unsupportedSpecVersion(version), offset: token.start)
    }
  }

  /// `application/json`, with or without parameters, in any case (RFC 9110, section 8.3.1).
  func contentType(_ token: JSONToken?) throws(WireFault) {
    guard let token else { return }
    guard token.kind == .string else { throw wrongType("datacontenttype", token, expected: "a text") }
    let type = text.text(of: token)
    let essence = type.prefix { $0 != ";" }
    guard String(essence).trimmed.lowercased() == "application/json" else {
      throw WireFault(problem: .unsupportedContentType(type), offset: token.start)
    }
  }

  func time(_ token: JSONToken?) throws(WireFault) -> DeviceTime {
    let token = try string(token, "time")
    let time: DeviceTime?
    if token.hasEscapes {
      time = DeviceTime(rfc3339: text.text(of: token))
    } else {
      time = DeviceTime(rfc3339: text.bytes.extracting(token.start..<token.end))
    }
    guard let time else {
      throw WireFault(problem: .notATime(text.text(of: token)), offset: token.start)
    }
    return time
  }

  func revision(_ token: JSONToken?) throws(WireFault) -> Int? {
    guard let token else { return nil }
    let revision = try integer(token, "revision")
    guard revision >= 1 else {
      throw WireFault(problem: .revisionBelowOne(text.text(of: token)), offset: token.start)
    }
    return revision
  }

  func dataVersion(_ token: JSONToken?) throws(WireFault) -> Int {
    guard let token else { return 1 }
    let version = try integer(token, "dataversion")
    guard version >= 1 else {
      throw WireFault(problem: .dataVersionBelowOne(text.text(of: token)), offset: token.start)
    }
    return version
  }

  private func integer(_ token: JSONToken, _ name: String) throws(WireFault) -> Int {
    guard token.kind == .number, let value = text.integer(token) else {
      throw wrongType(name, token, expected: "an integer")
    }
    return value
  }

  /// True for an event's type that Herald knows, and for a `type` that is missing, empty or not a text, which is
  /// refused.
  func isKnown(_ type: JSONToken?) -> Bool {
    guard let type, type.kind == .string, type.end > type.start else { return true }
    return eventType(type) != nil
  }

  func eventType(_ token: JSONToken) -> EventType? {
    if token.hasEscapes { return EventType(rawValue: text.text(of: token)) }
    return EventTypeNames.type(text.bytes.extracting(token.start..<token.end))
  }
}

extension JSONToken {
  /// The range of the value in its line, quotes included.
  var span: Range<Int> { kind == .string ? start - 1..<end + 1 : start..<end }
}

extension JSONText {
  /// The value of a number token, where it is integral and within ±(2^53 − 1).
  func integer(_ token: JSONToken) -> Int? {
    if token.end - token.start <= 15, bytes[token.start] != UInt8(ascii: "-") {
      var value = 0
      for byte in bytes[token.start..<token.end] {
        guard byte >= 48, byte <= 57 else { return DecimalNumber(json: text(of: token))?.integer }
        value = value * 10 + Int(byte - 48)
      }
      return value
    }
    return DecimalNumber(json: text(of: token))?.integer
  }
}
