package import Herald

/// The codes of findings in a document.
package enum DocumentCode: String, ExplainedCode {
  case byteOrderMark, trailingComma, otherFormat, singleObject, invalidRule, unknownKey, moreFindings, noUrl,
    invalidVersion, invalidDate, appWithdrawn, contradiction, invalidRow, sameVersion, sameID, unknownHouseRule,
    invalidHouseRule, keyNotRead, invalidFlag,
    limitNotRead, apiLevelOrVersion, otherNamespace, unknownElement, onlyChannels, otherTitle, otherOrder

  package static let kind = "finding in a document"

  package var explanation: CodeExplanation {
    switch self {
    case .byteOrderMark:
      CodeExplanation(
        "The document begins with a byte order mark.",
        when: "It was saved as UTF-8 with one.",
        fix: "Save it as UTF-8 without one.")
    case .trailingComma:
      CodeExplanation(
        "A comma stands before a closing bracket.",
        when: "Herald accepts it; strict readers do not.",
        fix: "Remove the comma.")
    case .otherFormat:
      CodeExplanation(
        "Nothing in the document is what its format reads.",
        when: "It looks like a document of another format.",
        fix: "Name that format in the fetch.")
    case .singleObject:
      CodeExplanation(
        "A list is one object.",
        when: "`updates` or `messages` is `{…}` and not `[…]`.",
        fix: "Put it in `[ ]`.")
    case .invalidRule:
      CodeExplanation(
        "A rule cannot be read and is left out.",
        when: "One of its keys has a wrong value.",
        fix: "Correct the place that is named.")
    case .unknownKey:
      CodeExplanation(
        "A key is not one that Herald reads.",
        when:
          "It is misspelt, stands in the wrong object, or is meant for other readers. An error where a rule forces nobody "
          + "for it.",
        fix: "Correct it, move it to the object that is named, or leave it to the others.")
    case .moreFindings:
      CodeExplanation(
        "A document has more to find than is kept.",
        when: "There were a thousand findings before.",
        fix: "Correct those first, and read it again.")
    case .noUrl:
      CodeExplanation(
        "An update leads nowhere and is left out.",
        when: "Neither the document nor the fetch names a page that a device can open.",
        fix: "Publish a URL, or give the fetch a `storeUrl`.")
    case .invalidVersion:
      CodeExplanation(
        "A version in the document is none.",
        when: "The rule that needs it is left out.",
        fix: "Publish a version such as `2.10`.")
    case .invalidDate:
      CodeExplanation(
        "A date in the document is none.",
        when: "A time is not in the form that the format has.",
        fix: "Write it as the finding shows.")
    case .appWithdrawn:
      CodeExplanation(
        "The server says that the app was withdrawn.",
        when: "A sunstripe answer has code 3000.",
        fix: "Check the app at the server.")
    case .contradiction:
      CodeExplanation(
        "Two values of the document say opposite things.",
        when: "Such as a forced update that is not available.",
        fix: "Correct the one that is wrong.")
    case .invalidRow:
      CodeExplanation(
        "A row of the table cannot be read and is left out.",
        when: "A key of it has a wrong value.",
        fix: "Correct the place that is named.")
    case .sameID:
      CodeExplanation(
        "Two rules have one id.",
        when: "It was copied with its rule. The later rule counts as another, its id followed by `-2`, `-3` and so on.",
        fix: "Give each rule an id of its own.")
    case .sameVersion:
      CodeExplanation(
        "Two rows are for one version.",
        when: "The versions are equal, however they are written.",
        fix: "Keep one of them.")
    case .unknownHouseRule:
      CodeExplanation(
        "A house rule is not one that Herald knows.",
        when: "A key of what the app has configured is misspelt, at the top or within a value.",
        fix: "Correct it in the app.")
    case .invalidHouseRule:
      CodeExplanation(
        "A house rule cannot be read, or not be applied, and counts as absent.",
        when:
          "Its value is of another type or out of range, or it needs what the document does not say: phases without "
          + "`startAt` a release, a deadline that counts showings a version.",
        fix: "Correct it in the app: give `phasedRollout` a `startAt`, the deadline an `at`.")
    case .keyNotRead:
      CodeExplanation(
        "A key of the rule is not read.",
        when: "Another key of the rule leaves it nothing to decide, such as `forceUpdate` a `deadline`.",
        fix: "Remove one of both.")
    case .invalidFlag:
      CodeExplanation(
        "A flag is neither yes nor no.",
        when: "It is none of true, false, a number, and a text such as `Yes`, `N` or `\"1\"`. It counts as absent.",
        fix: "Write true or false.")
    case .limitNotRead:
      CodeExplanation(
        "A limit of a release cannot be read, so it holds the release back.",
        when:
          "A bound is no version, the length of a phase is no number of seconds, or the word for a system or an "
          + "architecture is one that no device is known to have.",
        fix: "Write it as the finding shows.")
    case .apiLevelOrVersion:
      CodeExplanation(
        "An API level of Android stands where a version of the system is compared, or the other way round.",
        when:
          "`required_os_version` of Prince of Versions: a text is compared with `deviceOsVersion`, a number with "
          + "`deviceApiLevel`, which Android alone has.",
        fix: "Write an API level as a number such as 34, a version as a text such as \"14\".")
    case .otherNamespace:
      CodeExplanation(
        "One of Sparkle's names stands in another namespace, and is not read, unless it is a limit.",
        when:
          "The feed declares another address than Sparkle's, or writes the name without a prefix. A limit, such as `os`, "
          + "holds all the same.",
        fix: "Declare Sparkle's namespace and use its prefix.")
    case .unknownElement:
      CodeExplanation(
        "A feed has an element or attribute in Sparkle's namespace that is not read.",
        when:
          "A name is misspelt, made up, or newer than Herald. An error where it may say for whom the release is, which is "
          + "then held back from everybody.",
        fix: "Say the same by a name that is read, such as `sparkle:minimumSystemVersion`.")
    case .onlyChannels:
      CodeExplanation(
        "Every release of a feed is for a channel.",
        when: "Devices whose property `appcastChannel` names none of them are offered nothing.",
        fix: "Leave the channel out of the releases for everybody.")
    case .otherTitle:
      CodeExplanation(
        "The title of a release names another version than the release.",
        when: "One of the two was not changed for the new release.",
        fix: "Correct the one that is wrong.")
    case .otherOrder:
      CodeExplanation(
        "Two releases are in one order by version and in the other by short version.",
        when:
          "The number of a build was not raised, starts anew with each version, or a short version is a pre-release, such "
          + "as `2026.1.24-1`, which comes before 2026.1.24.",
        fix: "Raise both with each release, and write a later build of one version as `2026.1.24.1`.")
    }
  }
}
