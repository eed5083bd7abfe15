import Herald

/// The keys of a limit of showings within a span of time.
enum CapKey: String, DocumentKey {
  case cap, periodInHours

  var about: KeyReference {
    switch self {
    case .cap:
      KeyReference(
        .lenient(.integer(1...32)), .required, "The most showings within any span of that length.", example: "2",
        fault: .leavesOut("the rule"))
    case .periodInHours:
      KeyReference(
        MannerShape.positiveHours, .required, "The length of the span.", example: "168", fault: .leavesOut("the rule"))
    }
  }

  static let object = ObjectReference(
    "frequencyCap", "a limit of showings", plural: "limits of showings", at: "frequencyCaps[]", references)
}
