public import Herald

/// Finds mistakes in a document, and rules that are valid but probably not intended.
///
/// ```swift
/// let document = Document(text: text, format: "herald")
/// for finding in Lint.findings(in: document, at: Timestamp(milliseconds: 1_772_438_400_000)) {
///   print(finding.code, finding.what, finding.fix)
/// }
/// ```
public enum Lint {
  // A new check is a file in `Checks` and a line here.

  /// All checks, in the order of their findings. The format's reader reports its own findings besides.
  public static let checks: [LintCheck] = [
    // The document
    .emptyPolicy, .noRevision, .reviewNamesNothing, .reviewNamesEverything, .misplacedKey,
    // Filters
    .filterWithoutParts, .contradictoryFilter, .matchesEveryVersion, .rangeInFilter, .operandNoVersion, .equalsOperator,
    .bareVersion, .wildcardMissesBareVersion, .wildcardMatchesMoreVersions, .numberInFilter, .commaInModel,
    .valueNeverOccurs, .apiLevelInFilter,
    .languageWithoutRegion, .misspeltProperty, .unknownProperty,
    // Rules beside each other
    .hiddenForce, .possiblyHiddenForce, .unreachableRule,
    // Rules
    .targetOutOfReach, .forcedForever, .offeredForever, .versionCodeOnIOS, .exitWithoutDestination, .forceWithoutWay,
    .httpDestination, .forceRolledOut, .rolledOutToNobody, .fractionOfPercent, .zeroDisplayCount, .shortPeriod,
    .withoutEffect,
    .messageWithoutLimit,
    .automaticID, .zeroID, .writtenAsText,
    // When and how a rule asks
    .mannersWithoutID, .deadlineTooEarly, .deadlineWithinPeriod, .deadlineWithoutWay, .deadlinePassed,
    .endsBeforeDeadline,
    .deadlineCalendar, .fallingSteps, .stepsEndEarly, .capsWithoutPeriod,
    .pausedBeforeStart, .variantNeverShown, .windowWithinQuietHours, .unusedBudget, .holdoutBesideDeadline,
    .holdoutWithoutOptional,
    // Windows
    .emptyWindow, .windowOver, .windowFarAhead, .dateOnlyEnd, .wallClockDate,
    // Texts
    .noText, .unknownLanguage, .languageWithoutMessage, .forceWithoutText, .forceWithoutFallback, .noFallbackLanguage,
    .sameLanguage,
    .blankText,
    .textIgnored, .unknownTextKey, .emptyPlaceholder, .unknownPlaceholder,
  ]

  /// The steps in which devices are told apart, so that a hostile document is answered soon.
  private static let mostWork = 500_000

  /// All findings about a document: the reader's first, then the findings of ``checks`` in their order.
  ///
  /// The checks apply to Herald's own format. A document of another format, or a refused document, gets the reader's
  /// findings only.
  ///
  /// - Parameters:
  ///   - document: a document that is published, or is about to be.
  ///   - now: the moment for checks of dates; nil skips these checks.
  public static func findings(in document: Document, at now: Timestamp?) -> [Diagnostic] {
    let read = Formats.read(document)
    guard case .accepted(let policy) = read.reading,
      HeraldFormat.names.contains(where: { ExactString($0) == document.format }),
      case .success(let json) = DocumentJSON.read(document)
    else { return read.diagnostics }
    return read.diagnostics
      // A text that it cuts short is never the ground of a finding.
      + AnalysisWork(atMost: mostWork).bounding {
        let linted = LintedPolicy(policy, root: json.root, at: now)
        var index = NodeIndex(json.root)
        return checks.flatMap { check in check.inspect(linted).map { check.diagnostic($0, in: json, &index) } }
      }
  }
}
