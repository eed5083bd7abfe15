/// What is wrong with how a command or the app's own part is used.
extension CodeGroup {
  static let files = CodeGroup(
    name: "trouble with a file or a question",
    codes: [
      CodeExplanation(
        "cannotOpen", "A file cannot be opened.", when: "It is not there, or forbidden.",
        fix: "Check path and permissions."),
      CodeExplanation(
        "cannotRead", "A file cannot be read to its end.", when: "It is a folder, or the disk fails.",
        fix: "Name a file that can be read."),
      CodeExplanation(
        "cannotWrite", "A file or a folder cannot be written.", when: "Pages of codes are written.",
        fix: "Check path and permissions."),
      CodeExplanation(
        "cannotUnpack", "There is no memory to unpack a file.", when: "A packed log is opened.", fix: "Free some."),
      CodeExplanation(
        "damagedArchive", "A packed file is damaged.", when: "It is cut, or packed in another way than its name says.",
        fix: "Check that it is whole, and packed with gzip or zstd."),
      CodeExplanation(
        "notUTF8", "A policy's file is not UTF-8.", when: "JSON is exchanged in UTF-8 alone.", fix: "Save it as UTF-8."),
      CodeExplanation(
        "tooLarge", "A file is too large to be read at once.", when: "It is no policy.", fix: "Check the path."),
      CodeExplanation(
        "noInstallation", "The log has no such installation.",
        when: "No event has this `source`, or there is no event at all.",
        fix: "Use one that `herald replay LOG --states` lists."),
      CodeExplanation(
        "noDecision", "There is no decision to explain.",
        when: "Nothing was asked at this revision, nothing was shown, or the log has several installations.",
        fix: "Look at `herald replay LOG --decisions`."),
      CodeExplanation(
        "noPoint", "The stream has nothing at that point.", when: "It ends before, or begins after that time.",
        fix: "Look at `herald replay LOG`."),
      CodeExplanation(
        "onePoint", "There is nothing to compare with.",
        when: "`herald diff` is told of one installation at one point.",
        fix: "Give another log, another `--source`, or an `--at`."),
    ])

  static let exports = CodeGroup(
    name: "trouble with tables that are exported (`export --table`)",
    codes: [
      CodeExplanation(
        "fileExists", "A file is there already.", when: "`--force` was not given.",
        fix: "Choose another name, or add `--force`."),
      CodeExplanation(
        "noRegularFile", "The output is a folder or a device.", when: "A file would take its place.",
        fix: "Name a file."),
      CodeExplanation(
        "cannotWrite", "A file or folder cannot be written.", when: "It is forbidden, or its folder is not there.",
        fix: "Check the path and the permissions of its folder."),
      CodeExplanation(
        "outputIsLog", "The output is the log that is read.", when: "Its tables would take its place.",
        fix: "Choose another name."),
      CodeExplanation(
        "badDocuments", "A line of `--documents` is no document.", when: "It is not an object of two texts.",
        fix: "Write it as {\"digest\":…,\"document\":…}."),
      CodeExplanation(
        "noParquetTool", "The tool that writes Parquet is not there.",
        when: "`--format parquet` is asked for away from Herald's sources.",
        fix: "Set `HERALD_PARQUET` to their `Tools/parquet/write`, or export CSV."),
      CodeExplanation(
        "parquetFailed", "The tool that writes Parquet failed.", when: "It says why itself; nothing is half done.",
        fix: "Do what it says, and export again."),
    ])

  static let phone = CodeGroup(
    name: "trouble with a device that is tried (`run`, `check`)",
    codes: [
      CodeExplanation(
        "missingProperty", "The policy asks for a property that was not given.", when: "It counts as empty.",
        fix: "Give it with `--property`."),
      CodeExplanation(
        "unknownProperty", "A property is none that Herald knows.", when: "It is the app's own, or misspelt.",
        fix: "Check its spelling, or begin it with `x-`."),
      CodeExplanation(
        "noPrompt", "There is no prompt to answer.", when: "Nothing is on the screen.", fix: "Do something that asks."),
      CodeExplanation(
        "unknownButton", "There is no such button.", when: "The prompt, or every prompt, lacks it.",
        fix: "Use one that it has."),
      CodeExplanation(
        "badClock", "The clock cannot be set so.", when: "The change or the year cannot be read.",
        fix: "Write it like `clock +1d`."),
      CodeExplanation(
        "badPush", "A push cannot be read.", when: "A key is none that a push has, or no text.",
        fix: "Write it as the message shows."),
      CodeExplanation(
        "badStep", "A step lacks something or has too much.", when: "A script or a line that was typed is read.",
        fix: "Write it as the message shows."),
      CodeExplanation(
        "unknownStep", "There is no such step.", when: "A script or a line that was typed is read.",
        fix: "Use one of those that `help` lists."),
    ])

  static let app = CodeGroup(
    name: "trouble in an app that embeds Herald",
    codes: [
      CodeExplanation(
        "severalInstallations", "The ledger is not one installation's.", when: "An app opens a fleet's ledger.",
        fix: "Give each installation a file of its own."),
      CodeExplanation(
        "eventLost", "An event was not kept.", when: "Neither ledger nor memory could take it.",
        fix: "Free space; what is decided from then on may differ."),
      CodeExplanation(
        "inboxFailed", "The inbox of extensions failed.", when: "Its file cannot be read or written.",
        fix: "Check the folder that app and extension share."),
      CodeExplanation(
        "badRecord", "A record of the inbox is no event.", when: "Something else wrote to it.",
        fix: "Let `Inbox` alone write to it."),
    ])
}
