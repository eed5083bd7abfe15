/// Herald's own answers about whole documents and dialogues.
extension Differences {
  private static let unread = "what cannot be read makes the rule invalid"
  private static let exactHours = "a fraction of an hour counts"

  /// `shown`, `invalid`, or the test that fails.
  static let messages: [String: Difference] = [
    "tm-count-21": Difference("invalid", unread),
    "tm-count-24": Difference("invalid", unread),
    "tm-count-25": Difference("invalid", unread),
    "tm-period-16": Difference("invalid", unread),
    "tm-period-19": Difference("period", exactHours),
    "tm-period-20": Difference("period", exactHours),
    "tm-target-03": Difference("shown", "a package's name is trimmed at its ends, not inside"),
    "tm-target-08": Difference("shown", "a blank package name is absent, and the store page is the app's own"),
    "tm-id-09": Difference("invalid", unread),
  ]

  private static let noName = "a document that names no app is told apart from one that names another"
  private static let noObject = "it is JSON, but no object"
  private static let codeIsVersion = "an installed version code is compared as a version, so 10.5 is lower than 11"
  private static let codeIsOptional = "no system needs a version code: filters alone may say who is asked"

  /// Kind, place, language and target of what is shown; `none`; or `failed` and the refusal's reason.
  static let updates: [String: Difference] = [
    "tu-package-06": Difference("failed missingPackageName", noName),
    "tu-package-07": Difference("failed missingPackageName", noName),
    "tu-package-08": Difference("failed missingPackageName", noName),
    "tu-json-14": Difference("failed invalidDocument", noObject),
    "tu-json-15": Difference("failed invalidDocument", noObject),
    "tu-json-19": Difference("failed missingPackageName", noName),
    "tu-kind-09": Difference("none", unread),
    "tu-kind-17": Difference("none", unread),
    "tu-version-08": Difference("optional 0 `*` website", codeIsVersion),
    "tu-version-12": Difference("none", "a fraction is not a version code, so the rule cannot be read"),
    "tu-version-16": Difference("optional 0 `*` website", codeIsOptional),
  ]

  /// Codes and places of findings, then the tests that rules fail.
  static let findings: [String: Difference] = [
    "tu-version-08": Difference("", codeIsVersion),
    "tu-version-14": Difference("version", "a version code below zero can be read; no installed one is lower"),
    "tu-version-16": Difference("", codeIsOptional),
  ]

  private static let backAgain = "a forced prompt has one button and is back at the next return to the app"
  private static let exitAgain = "an exit always offers to exit, and is back at the next return to the app"
  private static let presenter = "how a prompt is drawn and closed is the presenter's, and no event"
  private static let failure = "a failed check is a fact of its own and never looks like nothing found"

  /// The buttons, then `back` or `over`: whether the prompt is there at the next return; or `skipped`.
  static let outcomes: [String: Difference] = [
    "to-07": Difference("update back", backAgain),
    "to-09": Difference("update back", backAgain),
    "to-10": Difference("update back", backAgain),
    "to-12": Difference("skipped", "whether a destination could be opened is not recorded"),
    "to-13": Difference("skipped", presenter),
    "to-17": Difference("skipped", presenter),
    "to-19": Difference("failed 1, noPolicy", failure),
    "to-20": Difference("skipped", "texts of buttons are the presenter's, and these keys are ignored"),
    "to-31": Difference("update back", backAgain),
    "to-32": Difference("update,exit back", exitAgain),
    "to-33": Difference("update,exit back", exitAgain),
    "to-36": Difference("failed 1, noPolicy", failure),
  ]

  private static let notice = "that there is no network is the app's to say; the failed fetch is the fact"
  private static let gate = "network, sign-in and quotas are the app's own gates, asked before an operation"
  private static let offer = "whether there is an entry to check for updates is the app's own choice"

  /// By case and step: the prompt with its buttons, `nothing`, or `skipped` for what has no counterpart.
  static let flows: [String: Difference] = [
    "fl-10#1": Difference("nothing", notice),
    "fl-10#2": Difference("nothing", notice),
    "fl-10#3": Difference("skipped", "the check is the fetch that follows"),
    "fl-15#2": Difference("skipped", gate),
    "fl-16#2": Difference("skipped", gate),
    "fl-16#3": Difference("skipped", gate),
    "fl-16#4": Difference("skipped", gate),
    "fl-22#2": Difference("skipped", "looking at a page is not an event"),
    "fl-25#1": Difference("skipped", offer),
    "fl-26#1": Difference("optional[update,later]", "a check by hand shows what it finds"),
  ]
}
