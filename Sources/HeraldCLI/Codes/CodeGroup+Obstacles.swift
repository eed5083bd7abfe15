/// What `why --not` finds beside reasons and tests, what `audit` says, and what could not be compared.
extension CodeGroup {
  static let obstacles = CodeGroup(
    name: "obstacle (`herald why --not`)",
    codes: [
      CodeExplanation(
        "latchedPush", "A push asked for an update and is shown in the place of every rule.",
        when: "It is latched, and the trigger is one at which it is shown.",
        fix: "Nothing: it goes when the version that it asks for is launched."),
      CodeExplanation(
        "earlierRule", "A rule that stands before passes every test and is shown instead.",
        when: "The first rule that passes is shown, and no other.",
        fix: "Put the rule that matters more first, or narrow the other's filters."),
      CodeExplanation(
        "notInPolicy", "The policy in force has no rule with this id.",
        when: "The id is misspelt, the rule was left out as invalid, or it is in another document.",
        fix: "Use one of the ids that are listed; `herald lint` says why a rule is left out."),
      CodeExplanation(
        "noLatch", "No push waits to be shown.",
        when: "None came, it was ignored, or its version is installed. Asked of the rule `push` alone.",
        fix: "Look at the pushes and at `ignoredPushes` with `herald replay --states`."),
      CodeExplanation(
        "latchWaits", "A push is latched and waits for its moment.",
        when: "The trigger is one at which it is not shown. Asked of the rule `push` alone.",
        fix: "Wait for a launch, a login, an operation or a manual check, or set `pushOnForeground`."),
    ])

  static let verdicts = CodeGroup(
    name: "verdict of an audit",
    codes: [
      CodeExplanation(
        "justified", "The prompt is the one that the decision before it shows.", when: "Rule and kind are the same.",
        fix: "Nothing."),
      CodeExplanation(
        "unjustified", "The prompt is not the one that should have been shown.",
        when: "The decision before it shows nothing or something else, or was shown already.",
        fix: "Ask `herald why` for the revision that is named, and look at how the app shows prompts."),
      CodeExplanation(
        "missed", "A prompt should have been shown and was not.",
        when: "A decision shows something, and no showing follows before the next one.",
        fix: "Check that the app shows what is decided and records `prompt.shown`."),
      CodeExplanation(
        "open", "A prompt should be shown, and the log ends there.", when: "No decision follows that could tell.",
        fix: "Nothing, or audit a later log."),
    ])

  static let refusals = CodeGroup(
    name: "why a document is refused; the last accepted policy stays in force",
    codes: [
      CodeExplanation(
        "unknownFormat", "The format that the fetch names is not known.", when: "`format` is none of Herald's.",
        fix: "Use one of those that the message lists."),
      CodeExplanation(
        "tooLarge", "The document is too large.", when: "It has over 1,048,576 bytes.", fix: "Publish a smaller one."),
      CodeExplanation(
        "invalidJSON", "The document is not JSON that Herald reads.",
        when: "It has a syntax error, comments, a name twice in one object, over 64 levels, or is not UTF-8.",
        fix: "Correct the place that `herald lint` names."),
      CodeExplanation(
        "invalidDocument", "The document is not what its format asks for.",
        when: "A key that the format needs is missing or of the wrong type.",
        fix: "Correct the place that `herald lint` names."),
      CodeExplanation(
        "missingPackageName", "The document does not say which app it is for.",
        when: "`packageName` is missing or blank.", fix: "Add `packageName`."),
      CodeExplanation(
        "otherPackage", "The document is another app's.", when: "`packageName` is not the property `appPackageName`.",
        fix: "Publish the app's own document at this address."),
      CodeExplanation(
        "rollback", "The document is older than one that was accepted before.",
        when: "Its `revision`, or the version that its format goes by, is lower.",
        fix: "Give every new document a higher `revision`."),
      CodeExplanation(
        "serverSaidFailure", "The server's answer says that it failed.", when: "The format has a word for failure.",
        fix: "Look at the server."),
      CodeExplanation(
        "notInStore", "The store does not know the app.", when: "A lookup has no result, or the page is missing.",
        fix: "Check the app's id and the store's country."),
      CodeExplanation(
        "invalidVersion", "The document's version is none.", when: "The format needs a version to compare with.",
        fix: "Publish a version such as `2.10`."),
      CodeExplanation(
        "noVersion", "No version is found in the document.", when: "The store's page was changed, or is incomplete.",
        fix: "Use another source, such as the store's lookup."),
    ])

  static let comparisons = CodeGroup(
    name: "what could not be compared",
    codes: [
      CodeExplanation(
        "bundleNumberUnavailable", "The bundle version has no number to compare.",
        when: "It is missing, longer than ten characters, or of another form than `10.2.3`.",
        fix: "Give the app a bundle version of the form `10.2.3`, or send it as `appVersionCode`.")
    ])
}
