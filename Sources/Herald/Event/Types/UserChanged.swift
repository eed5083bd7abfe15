/// Somebody signed in or out, and nothing was fetched for it.
public struct UserChanged: Hashable, Sendable {
  /// The user who is signed in from now on; nil for nobody.
  public var user: ExactString?
  /// Makes the event's data.
  public init(user: ExactString?) { self.user = user }
}

extension UserChanged: EventPayload {
  static var type: EventType { .userChanged }
  static var meaning: String { "Somebody signed in or out, and nothing was fetched for it." }
  static var code: Int { 10 }
  static var caching: PayloadCaching { .linesAndFacts }
  static var isCheck: Bool { false }

  static var meanings: [FieldMeaning] {
    [FieldMeaning("user", "Who is signed in from now on.", example: #""u-17""#, presence: .required)]
  }

  init<Reader: FieldReader>(from reader: inout Reader) throws(FieldFault) {
    switch try reader.userChange("user") {
    case .signedIn(let name): user = name
    case .signedOut: user = nil
    case .unchanged:
      throw FieldFault(name: "user", problem: .missing(expected: "a text, or null for nobody"), offset: nil)
    }
  }

  func write<Writer: FieldWriter>(to writer: inout Writer) {
    writer.userChange("user", user.map { .signedIn($0) } ?? .signedOut)
  }

  var decisionTrigger: Trigger? { nil }
  var screenChange: ScreenChange? { nil }
  var title: String { user == nil ? "signed out" : "signed in" }
  var detail: String { user?.string ?? "" }
}

/// The change of the signed-in user that a fetch brings.
public enum UserChange: Hashable, Sendable {
  /// The fetch says nothing about the user.
  case unchanged
  /// Nobody is signed in.
  case signedOut
  /// The user is signed in.
  case signedIn(ExactString)
}
