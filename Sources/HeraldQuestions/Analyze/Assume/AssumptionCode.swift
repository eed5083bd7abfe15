package import Herald

/// The reasons why an assumption about devices is refused.
package enum AssumptionCode: String, ExplainedCode {
  case invalidAssumption, assumptionOfUnknownProperty, assumptionOfNoDevice

  package static let kind = "trouble with an assumption (`--assume`)"

  package var explanation: CodeExplanation {
    switch self {
    case .invalidAssumption:
      CodeExplanation(
        "An assumption about devices is not an object of filters, nor an array of such objects.",
        when:
          "The file of `--assume` is not JSON, its array is empty, or a filter in it is not a text.",
        fix:
          "Write filters as a rule has them, such as `{\"deviceOsName\": \"ios, android\"}`, or an array of such objects; "
          + "a device has to meet one.",
        exit: .invalid)
    case .assumptionOfUnknownProperty:
      CodeExplanation(
        "An assumption is about a property that no device is known to send.",
        when:
          "Devices do not send the property by themselves, its name does not begin with `x-` or `installed.`, and the "
          + "policy does not read it.",
        fix: "Write the name as the policy or a launch has it; the error names a similar one.", exit: .invalid)
    case .assumptionOfNoDevice:
      CodeExplanation(
        "No device meets an assumption, so that every promise about devices would hold.",
        when: "The filters of an object contradict each other, or every object asks for another app than the policy's.",
        fix: "Leave out one of the filters that the error names.", exit: .invalid)
    }
  }
}
