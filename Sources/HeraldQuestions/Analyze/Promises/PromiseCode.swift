package import Herald

/// The reasons why a file of promises is refused.
package enum PromiseCode: String, ExplainedCode {
  case invalidPromise, promiseOfNoRule, promiseOfUnknownProperty

  package static let kind = "trouble with promises (`promises.json`)"

  package var explanation: CodeExplanation {
    switch self {
    case .invalidPromise:
      CodeExplanation(
        "A promise is not one of the statements that can be proved.",
        when:
          "The file is not a JSON array of objects, or an object has not the keys of one statement, or a value is of "
          + "another type or outside its words.",
        fix: "Write one of the forms that the error names, such as `{\"every\": {}, \"canLeave\": \"force\"}`.",
        exit: .invalid)
    case .promiseOfNoRule:
      CodeExplanation(
        "A promise names a rule that the document does not have.",
        when: "`rule` is the id of no valid rule of the policy that is analyzed.",
        fix: "Use the id as `herald analyze` prints it; the error names those there are.", exit: .invalid)
    case .promiseOfUnknownProperty:
      CodeExplanation(
        "A promise filters by a property whose name is probably misspelt.",
        when:
          "No device is known to send it, no rule of the policy reads it, and it is almost the name of a known one.",
        fix: "Write the name that the error gives; an app's own properties begin with `x-`.", exit: .invalid)
    }
  }
}
