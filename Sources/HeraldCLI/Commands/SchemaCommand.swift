import ArgumentParser
import Herald
import HeraldFormats

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of policies or events, from which editors complete and check.",
    discussion: """
      The schema is JSON Schema 2020-12 with descriptions, defaults and examples. A document is valid where Herald finds \
      no error in its shape, and only there; what is unwise though valid, herald lint tells.

      With --strict it is for people who write a policy: unknown keys, null, numbers and booleans in quotes, and an \
      `updates` that is not a list are mistakes too, and each error stands at its key.

      Visual Studio Code takes it from a setting: "json.schemas": [{"fileMatch": ["policy.json"], "url": \
      "./policy.schema.json"}]. In other editors and checkers it is given the same way.

      Example:
        herald schema policy --strict > policy.schema.json
        herald schema policy --policy-format ssvc
        herald schema events > event.schema.json
      """)

  /// The kind of data that a schema describes.
  enum Subject: String, ExpressibleByArgument, CaseIterable {
    case policy, events
  }

  @Argument(help: "policy, or events: one line of a log.")
  var subject: Subject

  @Option(
    name: [.customLong("policy-format"), .customLong("document-format")],
    help: ArgumentHelp("The format of the policy; it must be one in JSON.", valueName: "format"),
    completion: .policyFormat)
  var policyFormat = "herald"

  @Flag(help: "Mark unknown keys, null and second spellings too, as an author wants to see them.")
  var strict = false

  func validate() throws {
    if subject == .events, strict {
      throw ValidationError("--strict belongs to policies. Leave it out, or ask for the schema of a policy.")
    }
    try DocumentFormat.check(policyFormat)
    if subject == .events, policyFormat != "herald" {
      throw ValidationError("--policy-format belongs to policies. Leave it out, or ask for the schema of a policy.")
    }
    if let language = Formats.reference(named: policyFormat)?.reference.language, language != .json {
      throw ValidationError(
        "Documents of the format '\(policyFormat)' are \(language.rawValue), which JSON Schema does not describe.")
    }
  }

  func run() throws {
    let schema = subject == .events ? EventReference.schema : Formats.schema(of: policyFormat, isStrict: strict)
    try StandardOutput.write((schema?.indented() ?? "") + "\n")
  }
}
