import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Older shapes of data are brought up on reading")
struct EventSchemaTests {
  /// An invented history: version 1 of `prompt.shown` had `id`, version 2 `showing`, and version 3 is today's.
  private static func schema(from first: Int = 1) -> EventSchema {
    var schema = EventSchema()
    if first <= 1 { schema.add(.promptShown, version: 2) { try rename("id", to: "showing", in: $0) } }
    schema.add(.promptShown, version: 3) { try rename("showing", to: "prompt", in: $0) }
    return schema
  }

  private struct NoObject: Error, CustomStringConvertible {
    var description: String { "there is no `id`" }
  }

  private static func rename(_ old: String, to new: String, in node: JSONNode) throws -> JSONNode {
    guard let members = node.members, node[name: old] != nil else { throw NoObject() }
    let renamed = members.map { JSONMember(name: $0.name == old ? new : $0.name, node: $0.node) }
    return JSONNode(.object(renamed), place: node.place)
  }

  @Test(
    "A line of every data version reads as one of today's version",
    arguments: [
      (#"{"id":"p","rule":"r","kind":"force"}"#, 1), (#"{"showing":"p","rule":"r","kind":"force"}"#, 2),
      (#"{"prompt":"p","rule":"r","kind":"force"}"#, 3),
      (#"{ "kind":"force", "\u0069d":"\u0070", "rule":"r", "x":1.50 }"#, 1),
    ])
  func everyDataVersionIsUpcast(data: String, version: Int) throws {
    let event = try readLine(line("prompt.shown", data, ",\"dataversion\":\(version)"), schema: Self.schema()).get()
    #expect(event.data.isSame(as: .shown("p", rule: "r", kind: .force)))
    #expect(event.dataVersion == version)
    #expect(event.id == "e")
  }

  @Test("A push of an older data version keeps the id of its event")
  func upcastPushKeepsItsID() throws {
    var schema = EventSchema()
    schema.add(.pushReceived, version: 2) { try Self.rename("sort", to: "kind", in: $0) }
    let text = line("push.received", #"{"sort":"forceUpdate"}"#).replacing(#""id":"e""#, with: #""id":"\"é\u0001""#)
    let data = try readLine(text, schema: schema).get().data
    #expect(data.isSame(as: .pushReceived(PushReceived(event: "\"é\u{1}", kind: "forceUpdate"))))
  }

  @Test("A line without a data version has the first one, and one above the newest is unknown")
  func missingVersionIsTheFirst() throws {
    let old = try readLine(line("prompt.shown", #"{"id":"p","rule":"r","kind":"exit"}"#), schema: Self.schema()).get()
    #expect(old.data.isSame(as: .shown("p", rule: "r", kind: .exit)))
    let new = try readLine(line("prompt.shown", "{}", #","dataversion":4"#), schema: Self.schema()).get()
    #expect(new.data.isSame(as: .unknown))
    #expect(new.dataVersion == 4)
  }

  @Test("A line of a data version without an upcast is refused at its data")
  func versionWithoutAnUpcastIsRefused() throws {
    let text = line("prompt.shown", #"{"id":"p"}"#, #","dataversion":1"#)
    let reason = "no upcaster leads from version 1 of `prompt.shown` to the next"
    let fault = WireFault(
      problem: .upcast(type: .promptShown, from: 1, reason: reason),
      offset: try Self.offset(of: "{\"id\":\"p\"}", in: text))
    #expect(throws: fault) { try readLine(text, schema: Self.schema(from: 2)).get() }
  }

  @Test("A line whose upcast fails, or gives invalid data, is refused at its data")
  func failedUpcastIsRefused() throws {
    let wrong = line("prompt.shown", #"{"rule":"r"}"#)
    let problem = WireFault.Problem.upcast(type: .promptShown, from: 1, reason: "there is no `id`")
    let offset = try Self.offset(of: #"{"rule":"r"}"#, in: wrong)
    #expect(throws: WireFault(problem: problem, offset: offset)) { try readLine(wrong, schema: Self.schema()).get() }
    let lacking = line("prompt.shown", #"{"id":"p"}"#)
    let fault = try #require(throws: WireFault.self) { try readLine(lacking, schema: Self.schema()).get() }
    #expect(fault.offset == (try Self.offset(of: #"{"id":"p"}"#, in: lacking)))
    guard case .field(type: .promptShown, let field) = fault.problem else {
      Issue.record("\(fault)")
      return
    }
    #expect(field.name == "rule")
    #expect(field.problem == .missing(expected: "a text"))
  }

  @Test("A type without older data versions stays unchanged")
  func otherTypesAreNotUpcast() throws {
    let event = try readLine(line("operation.attempted", #"{"operation":"placeOrder"}"#), schema: Self.schema()).get()
    #expect(event.data.isSame(as: .attempted))
  }

  private static func offset(of part: String, in text: String) throws -> Int {
    let place = try #require(text.utf8.firstRange(of: part.utf8))
    return text.utf8.distance(from: text.startIndex, to: place.lowerBound)
  }
}
