/// The data of one type of event, with all that Herald knows about the type: from this declaration follow its JSON, its
/// packed form, its redaction, its columns, its words and the decision that it asks for.
protocol EventPayload: Sendable {
  static var type: EventType { get }
  /// The type's number in the packed form, from 1; a number is never given to another type.
  static var code: Int { get }
  static var caching: PayloadCaching { get }
  /// The steps that bring older data up to the current shape: the first from version 1 to 2, and so on.
  static var upcasters: [EventSchema.Upcaster] { get }

  /// Reads the fields; their order is that of ``write(to:)``, because the packed form has no names.
  init<Reader: FieldReader>(from reader: inout Reader) throws(FieldFault)
  /// Writes the fields in the order of the type's JSON.
  func write<Writer: FieldWriter>(to writer: inout Writer)

  /// The trigger of the decision that follows the event; nil where none follows.
  var decisionTrigger: Trigger? { get }
  /// Whether the user is in the middle of something.
  var isBusy: Bool { get }
  /// What happened, in a few words.
  var title: String { get }
  /// What the event says about it, in words; empty where it says nothing more.
  var detail: String { get }
}

extension EventPayload {
  static var upcasters: [EventSchema.Upcaster] { [] }
  var isBusy: Bool { false }
}

/// Where a type's data is cached by its bytes, so that equal data is read once.
enum PayloadCaching: Sendable {
  /// Nowhere: the data names one showing, or takes in the event's id, so it differs in every event.
  case none
  /// As lines are read. The packed form is so short that reading it is faster than looking it up.
  case lines
  /// As lines are read, and as the packed form is.
  case linesAndFacts
}

/// What a type of event declares about itself, as a value.
struct EventTraits {
  let payload: any EventPayload.Type
  let code: Int
  let caching: PayloadCaching

  @inline(__always)
  init<Payload: EventPayload>(_ payload: Payload.Type) {
    self.payload = payload
    code = Payload.code
    caching = Payload.caching
  }
}

extension EventType {
  private static let byCode: [EventType?] = allCases.reduce(into: []) { types, type in
    while types.count <= type.code { types.append(nil) }
    types[type.code] = type
  }

  /// The type's number in the packed form, from 1.
  package var code: Int { traits.code }

  /// Whether the packed form of the type's data is cached by its bytes.
  package var cachesFacts: Bool { traits.caching == .linesAndFacts }

  /// The type with a number of the packed form; nil for 0, an unknown type's, and for a number that no type has.
  @inline(__always)
  package init?(code: Int) {
    guard code >= 0, code < Self.byCode.count, let type = Self.byCode[code] else { return nil }
    self = type
  }
}

/// Handles the payload of any event, whatever its type.
protocol PayloadVisitor {
  associatedtype Result
  mutating func visit<Payload: EventPayload>(_ payload: Payload) -> Result
}

extension EventData {
  private struct TypeVisitor: PayloadVisitor {
    func visit<Payload: EventPayload>(_ payload: Payload) -> EventType { Payload.type }
  }

  /// The type; nil for an unknown one.
  public var type: EventType? {
    var visitor = TypeVisitor()
    return accept(&visitor)
  }
}

extension EventData {
  private struct TriggerVisitor: PayloadVisitor {
    @inline(__always)
    func visit<Payload: EventPayload>(_ payload: Payload) -> (Trigger, isBusy: Bool)? {
      payload.decisionTrigger.map { ($0, payload.isBusy) }
    }
  }

  /// What makes Herald decide after the event, and whether the user is busy then; nil where no decision follows.
  @inline(__always)
  var decisionTrigger: (Trigger, isBusy: Bool)? {
    var visitor = TriggerVisitor()
    return accept(&visitor) ?? nil
  }

  private struct WordsVisitor: PayloadVisitor {
    func visit<Payload: EventPayload>(_ payload: Payload) -> (title: String, detail: String) {
      (payload.title, payload.detail)
    }
  }

  /// What happened, and what the event says about it, in words; nil for an unknown type.
  var words: (title: String, detail: String)? {
    var visitor = WordsVisitor()
    return accept(&visitor)
  }
}
