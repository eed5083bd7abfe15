import ArgumentParser

/// The format of policies that are files.
struct PolicyFormatOption: ParsableArguments {
  @Option(
    name: [.customLong("policy-format"), .customLong("document-format")],
    help: ArgumentHelp("How the policy is to be read.", valueName: "format"), completion: .policyFormat)
  var policyFormat = "herald"

  func validate() throws { try DocumentFormat.check(policyFormat) }
}
