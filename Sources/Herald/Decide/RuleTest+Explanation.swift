/// What it means that a rule fails each test.
extension RuleTest: ExplainedCode {
  public static let kind = "test of a rule"

  public var explanation: CodeExplanation {
    switch self {
    case .trigger:
      CodeExplanation(
        "The rule's kind is not shown at this trigger.",
        when:
          "An optional update is asked for at a return, an operation or a heartbeat; a message also at a manual check.",
        fix: "Wait for a launch, a login or a scheduled check, or make the rule a forced one.")
    case .filters:
      CodeExplanation(
        "A property of the device does not match its filter.",
        when: "One entry of `filters` fails: no part includes the value, or an excluding part names it.",
        fix: "Compare the value with the filter's parts in `herald why`; `herald lint` knows the usual mistakes.")
    case .version:
      CodeExplanation(
        "The installed version is not one that the rule is for.",
        when: "It is not lower than the target, is missing, or is no version.",
        fix: "Check `appVersionName` and `appVersionCode` against the rule's target.")
    case .rollout:
      CodeExplanation(
        "The installation is not among those that the rule is rolled out to.",
        when: "Its draw, made once from the rule's id and its own name, is not below `rollout`.",
        fix: "Raise `rollout`: that only adds installations.")
    case .window:
      CodeExplanation(
        "The rule's time has not come or is over.",
        when: "Now is before `displayAfterDate` or after `displayBeforeDate`.",
        fix: "Wait, or move the dates; one without an offset is on the device's own clock.")
    case .skipped:
      CodeExplanation(
        "The user chose to skip this version.",
        when: "An optional update offers the version again.",
        fix: "Publish a higher `targetVersion`; a manual check shows it still.")
    case .count:
      CodeExplanation(
        "The rule was shown as often as it may be.",
        when: "The showings have reached `maxDisplayCount`.",
        fix: "Raise `maxDisplayCount`, or give the rule another id, which counts from 0.")
    case .period:
      CodeExplanation(
        "Too little time has passed since the rule was last shown.",
        when: "`displayPeriodInHours` have not passed on the device's clock.",
        fix: "Wait: `herald why` says until when.")
    case .installed:
      CodeExplanation(
        "The app that the message is about is installed already.",
        when: "The property `installed.<targetPackageName>` is `true`.",
        fix: "Nothing; that is what it is for.")
    case .text:
      CodeExplanation(
        "The rule has no text in the device's language.",
        when: "Neither `deviceLanguage`, nor what it falls back to, nor `*` has a `message`.",
        fix: "Add the language, or a text under `*`.")
    }
  }
}
