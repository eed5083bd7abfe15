/// What ends a decision, in the order in which it is asked, and the tests of a rule.
extension CodeGroup {
  static let decisions = CodeGroup(
    name: "reason of a decision",
    codes: [
      CodeExplanation(
        "shown", "A prompt is shown.", when: "A rule passes every test, or a latched push is due.",
        fix: "Nothing; `herald why` says why this one."),
      CodeExplanation(
        "notLaunched", "Nothing is known of the app yet.", when: "Something asks before the first `app.launched`.",
        fix: "Record the launch before the first fetch."),
      CodeExplanation(
        "alreadyVisible", "A prompt is on the screen, and nothing is shown over it.",
        when: "A `prompt.shown` was neither answered nor followed by a launch.",
        fix: "Record `button.chosen` with the id of the showing when the user answers."),
      CodeExplanation(
        "silent", "A heartbeat never interrupts.", when: "The trigger is `heartbeat`.",
        fix: "Nothing; the prompt comes with another trigger."),
      CodeExplanation(
        "busy", "The user came back in the middle of something.", when: "An `app.foregrounded` has `busy` true.",
        fix: "Nothing; it is asked again at the next return."),
      CodeExplanation(
        "underReview", "The policy says that this version is under review, and nothing is shown to it.",
        when: "`reviewVersions` matches `appVersionName`.", fix: "Take the version out once the store has let it pass."),
      CodeExplanation(
        "noPolicy", "No policy was ever accepted.", when: "No fetch brought a document that could be read.",
        fix: "Look at the fetches and the refused documents with `herald replay`."),
      CodeExplanation(
        "otherPackage", "The policy in force is another app's.",
        when: "`packageName` is not the property `appPackageName`, which a launch may have changed.",
        fix: "Publish the app's own policy at this address."),
      CodeExplanation(
        "noRule", "No rule passes all its tests.", when: "Each rule fails a test, or there are none.",
        fix: "`herald why --not RULE` says what would have to be different."),
    ])

  static let tests = CodeGroup(
    name: "test of a rule",
    codes: [
      CodeExplanation(
        "trigger", "The rule's kind is not shown at this trigger.",
        when:
          "An optional update is asked for at a return, an operation or a heartbeat; a message also at a manual check.",
        fix: "Wait for a launch, a login or a scheduled check, or make the rule a forced one."),
      CodeExplanation(
        "filters", "A property of the device does not match its filter.",
        when: "One entry of `filters` fails: no part includes the value, or an excluding part names it.",
        fix: "Compare the value with the filter's parts in `herald why`; `herald lint` knows the usual mistakes."),
      CodeExplanation(
        "version", "The installed version is not one that the rule is for.",
        when: "It is not lower than the target, is missing, or is no version.",
        fix: "Check `appVersionName` and `appVersionCode` against the rule's target."),
      CodeExplanation(
        "rollout", "The installation is not among those that the rule is rolled out to.",
        when: "Its draw, made once from the rule's id and its own name, is not below `rollout`.",
        fix: "Raise `rollout`: that only adds installations."),
      CodeExplanation(
        "window", "The rule's time has not come or is over.",
        when: "Now is before `displayAfterDate` or after `displayBeforeDate`.",
        fix: "Wait, or move the dates; one without an offset is on the device's own clock."),
      CodeExplanation(
        "skipped", "The user chose to skip this version.", when: "An optional update offers the version again.",
        fix: "Publish a higher `targetVersion`; a manual check shows it still."),
      CodeExplanation(
        "count", "The rule was shown as often as it may be.", when: "The showings have reached `maxDisplayCount`.",
        fix: "Raise `maxDisplayCount`, or give the rule another id, which counts from 0."),
      CodeExplanation(
        "period", "Too little time has passed since the rule was last shown.",
        when: "`displayPeriodInHours` have not passed on the device's clock.",
        fix: "Wait: `herald why` says until when."),
      CodeExplanation(
        "installed", "The app that the message is about is installed already.",
        when: "The property `installed.<targetPackageName>` is `true`.", fix: "Nothing; that is what it is for."),
      CodeExplanation(
        "text", "The rule has no text in the device's language.",
        when: "Neither `deviceLanguage`, nor what it falls back to, nor `*` has a `message`.",
        fix: "Add the language, or a text under `*`."),
    ])

  static let passes = CodeGroup(
    name: "why a test let a prompt come again (`herald why --again`)",
    codes: [
      CodeExplanation(
        "blocking", "A force or exit prompt is never skipped, counted or spaced.",
        when: "The rule's kind is `force` or `exit`.", fix: "Make it an optional one, if it should let the user go on."),
      CodeExplanation(
        "notAsked", "The rule does not ask this.",
        when: "It has no `maxDisplayCount` or period, or is no update that can be skipped.",
        fix: "Set `maxDisplayCount` or `displayPeriodInHours`."),
      CodeExplanation(
        "manual", "The user asked for the check, which lifts skips, counts and periods.",
        when: "The trigger is `manual`.", fix: "Nothing: who asks gets an answer."),
      CodeExplanation(
        "nothingBefore", "There was nothing to compare with.", when: "The prompt was never skipped, or never shown.",
        fix: "Check that the showings and answers are recorded under the rule's id."),
      CodeExplanation(
        "compared", "What was compared is as the rule wants it.",
        when: "Another version was skipped, the count is not reached, or the period has ended.",
        fix: "Raise the period or lower the count, if that is too soon."),
    ])
}
