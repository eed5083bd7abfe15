/// The data of one type of event, and everything that Herald knows about the type.
///
/// Its JSON, its packed form, its redaction, its columns, its words and the decision that follows it are derived from
/// this declaration.
protocol EventPayload: Sendable {
  static var type: EventType { get }
  /// The meaning of the type, in one sentence.
  static var meaning: String { get }
  /// The type's number in the packed form, from 1. A number is never reused for another type.
  static var code: Int { get }
  static var caching: PayloadCaching { get }
  /// True if the event ends a check: a policy was fetched, successfully or not.
  static var isCheck: Bool { get }
  /// The steps that convert older data to the current shape: the first from version 1 to 2, and so on.
  static var upcasters: [EventSchema.Upcaster] { get }

  /// Reads the fields in the order of ``write(to:)``, because the packed form has no names.
  init<Reader: FieldReader>(from reader: inout Reader) throws(FieldFault)
  /// Writes the fields in the order of the type's JSON.
  func write<Writer: FieldWriter>(to writer: inout Writer)

  /// The meaning of each field, in any order. A test compares the names with the fields that ``init(from:)`` reads.
  static var meanings: [FieldMeaning] { get }
  /// Constraints between the fields.
  static var constraints: [ObjectReference.Constraint] { get }

  /// The trigger of the decision that follows the event; nil for an event without a decision.
  var decisionTrigger: Trigger? { get }
  /// True if the user is in the middle of something.
  var isBusy: Bool { get }
  /// The effect of the event on the prompt on the screen; nil for none.
  var screenChange: ScreenChange? { get }
  /// The event in a few words.
  var title: String { get }
  /// The event's details in words; empty where it has none.
  var detail: String { get }
}

extension EventPayload {
  static var upcasters: [EventSchema.Upcaster] { [] }
  static var constraints: [ObjectReference.Constraint] { [] }
  var isBusy: Bool { false }
}

/// The caches of a type's data. They find data by its bytes, so that equal data is read once.
enum PayloadCaching: Sendable {
  /// None, because the data names one showing or contains the event's id, and so differs in every event.
  case none
  /// A cache for lines only. The packed form is so short that reading it is faster than a lookup.
  case lines
  /// Caches for lines and for the packed form.
  case linesAndFacts
}

/// The declarations of a type of event, as a value.
struct EventTraits {
  let payload: any EventPayload.Type
  let code: Int
  let caching: PayloadCaching

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

  /// The types of event that end a check: a policy was fetched, successfully or not.
  package static let checks = allCases.filter { $0.traits.payload.isCheck }

  /// True if the packed form of the type's data is cached by its bytes.
  package var cachesFacts: Bool { traits.caching == .linesAndFacts }

  /// The type with a number of the packed form; nil for 0, which stands for unknown types, and for an unused number.
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

  /// The type; nil for an unknown type.
  public var type: EventType? {
    var visitor = TypeVisitor()
    return accept(&visitor)
  }
}

extension EventData {
  private struct TriggerVisitor: PayloadVisitor {
    func visit<Payload: EventPayload>(_ payload: Payload) -> (Trigger, isBusy: Bool)? {
      payload.decisionTrigger.map { ($0, payload.isBusy) }
    }
  }

  /// The trigger of the decision that follows the event, and `isBusy`, true if the user is busy; nil for an event
  /// without a decision.
  package var decisionTrigger: (trigger: Trigger, isBusy: Bool)? {
    var visitor = TriggerVisitor()
    return accept(&visitor) ?? nil
  }

  /// The operation that the user began; nil for any other event.
  var operation: ExactString? {
    if case .operationAttempted(let attempt) = self { attempt.operation } else { nil }
  }

  private struct WordsVisitor: PayloadVisitor {
    func visit<Payload: EventPayload>(_ payload: Payload) -> (title: String, detail: String) {
      (payload.title, payload.detail)
    }
  }

  /// The event and its details in words; nil for an unknown type.
  package var words: (title: String, detail: String)? {
    var visitor = WordsVisitor()
    return accept(&visitor)
  }
}
