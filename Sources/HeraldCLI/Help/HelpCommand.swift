import ArgumentParser
import Herald
import HeraldFormats

/// Explains a command, or prints the reference of policies, events or filters.
struct HelpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help",
    abstract: "Explains a command, or the keys of policies, the fields of events and the language of filters.",
    discussion: """
      herald help policy lists every key of a policy: what it means, its values, what holds without it, and an example. \
      Other formats have theirs: herald help policy itunes. herald help events does the same for the lines of a log, \
      and herald help filters shows how to choose devices. herald help assistants is a page for programs that run \
      commands for a person; with --pages it is written as a skill file, SKILL.md.

      With --format json each key, field or form is one object.

      Example:
        herald help policy
        herald help policy princeofversions
        herald help events
        herald help filters
        herald help why
        herald help assistants
      """)

  @Argument(
    help: ArgumentHelp(
      "policy (and the name of a format), events, filters, assistants, or a command; without one, all commands.",
      valueName: "topic"), completion: .list(CommandNames.topics))
  var topic: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write the reference, or the page for assistants, in Markdown into this folder.", valueName: "folder"),
    completion: .directory)
  var pages: String?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if pages != nil, !topic.isEmpty, !isForAssistants {
      throw ValidationError("--pages writes the whole reference. Leave the topic out.")
    }
  }

  func run() throws {
    if isForAssistants { return try Failure.telling(writeForAssistants) }
    if let pages { return try Failure.telling { try ReferencePages.write(to: pages) } }
    guard let sections = try Self.sections(of: topic) else {
      return try StandardOutput.write(try Self.helpOfCommand(topic) + "\n")
    }
    try output.isJSON
      ? StandardOutput.write(sections.map(ReferenceLines.json).joined())
      : StandardOutput.say(ReferenceText(.output).text(sections))
  }

  private var isForAssistants: Bool { topic == ["assistants"] }

  /// Without a format it is the page itself, also where a program reads it.
  private func writeForAssistants() throws {
    if let pages { return try MarkdownPage.write([AssistantsPage.page], to: pages) }
    try output.format == .json
      ? StandardOutput.write(AssistantsPage.json) : StandardOutput.say(AssistantsPage.text)
  }

  /// The part of the reference with a name; nil for the name of a command.
  private static func sections(of topic: [String]) throws -> [ReferenceSection]? {
    switch (topic.first, topic.count) {
    case ("policy", 1): return [.policy(Formats.references[0], isAlone: true), .otherFormats, .houseRules]
    case ("policy", 2):
      try DocumentFormat.check(topic[1])
      let format = Formats.reference(named: topic[1])
      return format.map { [.policy($0, isAlone: true)] + ($0.takesHouseRules ? [.houseRules] : []) } ?? []
    case ("events", 1): return [.events]
    case ("filters", 1): return [.filters]
    default: return nil
    }
  }

  /// The text that `herald COMMAND --help` prints.
  private static func helpOfCommand(_ topic: [String]) throws -> String {
    guard let name = topic.first else { return HeraldCommand.helpMessage() }
    guard topic.count == 1,
      let command = HeraldCommand.configuration.subcommands.first(where: { $0.configuration.commandName == name })
    else {
      let meant = CommandNames.suggestion(for: name, among: CommandNames.topics)
      throw ValidationError("There is no help on '\(topic.joined(separator: " "))'.\(meant)")
    }
    return HeraldCommand.helpMessage(for: command)
  }
}

/// The names of the commands.
enum CommandNames {
  static var all: [String] { HeraldCommand.configuration.subcommands.compactMap { $0.configuration.commandName } }

  /// The topics of `herald help`.
  static var topics: [String] { ["policy", "events", "filters", "assistants"] + all }

  /// The error of a command line whose first word is not a command; nil for any other.
  static func unknown(in arguments: [String]) -> ValidationError? {
    guard let name = arguments.dropFirst().first, !name.hasPrefix("-"), !all.contains(name) else { return nil }
    let meant = suggestion(for: name, among: all)
    return ValidationError("There is no command '\(name)'.\(meant) `herald --help` lists them all.")
  }

  /// ` Did you mean 'why'?`, or nothing.
  static func suggestion(for name: String, among names: [String]) -> String {
    Spelling.nearest(to: name, among: Set(names)).map { " Did you mean '\($0)'?" } ?? ""
  }
}
