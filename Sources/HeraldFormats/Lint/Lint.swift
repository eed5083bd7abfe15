public import Herald

/// Says what is wrong with a document, and what reads well but is probably not meant so.
public enum Lint {
  /// Everything that is looked for besides what the reader itself reports. A new check is a file in `Checks` and a
  /// line here.
  public static let checks: [LintCheck] = [
    // The document
    .emptyPolicy, .noRevision, .reviewNamesNothing, .reviewNamesEverything,
    // Filters
    .filterWithoutParts, .contradictoryFilter, .matchesEveryVersion, .operandNoVersion, .equalsOperator, .bareVersion,
    .wildcardMissesBareVersion, .wildcardMatchesMoreVersions, .numberInFilter, .commaInModel, .valueNeverOccurs,
    .languageWithoutRegion, .misspeltProperty, .unknownProperty,
    // Rules beside each other
    .hiddenForce, .possiblyHiddenForce, .unreachableRule,
    // Rules
    .targetOutOfReach, .forcedForever, .offeredForever, .versionCodeOnIOS, .exitWithoutDestination, .httpDestination,
    .forceRolledOut, .rolledOutToNobody, .zeroDisplayCount, .shortPeriod, .withoutEffect, .messageWithoutLimit,
    .automaticID, .zeroID, .writtenAsText,
    // Windows
    .emptyWindow, .windowOver, .windowFarAhead, .dateOnlyEnd, .wallClockDate,
    // Texts
    .noText, .languageWithoutMessage, .forceWithoutFallback, .noFallbackLanguage, .sameLanguage, .blankText,
    .textIgnored, .unknownTextKey,
  ]

  /// All findings about a document: the reader's first, then those of ``checks``, in their order.
  ///
  /// The checks know Herald's own format; a document of another one gets the reader's findings alone.
  ///
  /// - Parameters:
  ///   - document: what is published, or is about to be.
  ///   - now: the moment at which dates are judged; nil leaves out what needs one.
  public static func findings(in document: Document, at now: Timestamp?) -> [Diagnostic] {
    let read = Formats.read(document)
    guard case .accepted(let policy) = read.reading,
      HeraldFormat.names.contains(where: { ExactString($0) == document.format }),
      case .success(let json) = DocumentJSON.read(document)
    else { return read.diagnostics }
    let linted = LintedPolicy(policy, root: json.root, at: now)
    return read.diagnostics
      + checks.flatMap { check in check.look(linted).map { check.diagnostic($0, in: json) } }
  }
}
