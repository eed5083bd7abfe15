package import Herald
import HeraldFormats
import HeraldLog

/// The reach of one document in the logs.
package struct LoggedReach {
  /// The reach of its policy; nil for a refused document.
  let reach: PolicyReach?
  /// The number of installations in the logs, without those that are left out for their silence.
  let installations: Int
  /// The number of installations that are left out for their silence or their clock; where none are, the number without an
  /// event in the last 30 days of the logs.
  var inactive = 0
  /// The milliseconds before the logs' end in which an installation must have had an event; nil for any.
  var leavesOut: Int64?

  /// The number of installations that a finding concerns; nil for a rule that was left out, whose reach is unknown.
  func installations(touchedBy finding: Diagnostic) -> Int? {
    guard let reach else { return installations }
    if finding.code == Diagnostic.Code(ReachCode.notComparable) {
      return zip(notComparable(in: reach), reach.notComparable.entries)
        .first { $0.0.what == finding.what && $0.0.place == finding.place }?.1.installations
    }
    if finding.code == Diagnostic.Code(ReachCode.refused) {
      return refusals(reach).first { $0.finding.what == finding.what && $0.finding.why == finding.why }?.installations
    }
    let pointer = finding.place?.pointer ?? ""
    if let (rule, key) = rule(at: pointer, in: reach) {
      switch finding.code {
      case Diagnostic.Code(ReachCode.lockedOut): return Self.total(rule.nowhere)
      case Diagnostic.Code(ReachCode.unprovenWayOut): return Self.total(rule.unproven)
      case Diagnostic.Code(ReachCode.otherPropertyName):
        return zip(otherPropertyNames(rule), rule.otherPropertyNames.entries).first { $0.0.why == finding.why }?.1
          .installations
      case Diagnostic.Code(ReachCode.codeBehindName): return rule.heldByCode.installations
      case Diagnostic.Code(ReachCode.otherSystemName): return rule.otherNamesOfIOS.values.reduce(0, +)
      default: return rule.concerned(by: key)
      }
    }
    let list = pointer.utf8.split(separator: UInt8(ascii: "/")).first.map { String(Substring($0)) }
    switch list {
    case "reviewVersions": return reach.underReview
    case "updates", "messages": return nil
    default: return reach.ofThisApp
    }
  }

  /// The rule of a place, and the key in the rule.
  private func rule(at pointer: String, in reach: PolicyReach) -> (RuleReach, key: String)? {
    let owners = reach.rules.compactMap { rule -> (RuleReach, key: String)? in
      guard let own = rule.rule.source.place?.pointer, !own.isEmpty, pointer.utf8.starts(with: own.utf8) else {
        return nil
      }
      let key = String(decoding: pointer.utf8.dropFirst(own.utf8.count), as: UTF8.self)
      return key.isEmpty || key.utf8.first == UInt8(ascii: "/") ? (rule, key) : nil
    }
    return owners.first
  }

  /// The findings that need logs: phones that refuse the document, values that are compared with nothing, and forces
  /// that lead nowhere, or whose way out no installation of the logs proves.
  package var findings: [Diagnostic] {
    guard let reach else { return [] }
    return refusals(reach).map(\.finding) + notComparable(in: reach) + reach.rules.flatMap(otherNames)
      + reach.rules.flatMap(otherPropertyNames)
      + reach.rules.compactMap(\.codeBehindName)
      + reach.rules.filter(\.rule.mayBlock).flatMap(findings)
  }

  /// The finding about devices that name their system otherwise than a rule's filter.
  private func otherNames(_ reach: RuleReach) -> [Diagnostic] {
    let names = reach.otherNamesOfIOS.sorted { $0.key < $1.key }
    if names.isEmpty { return [] }
    let count = names.reduce(0) { $0 + $1.value }.of("installation", "installations")
    let words = names.map { "`\($0.key)`" }.joined(separator: " or ")
    return [
      Diagnostic(
        ReachCode.otherSystemName, .warning,
        what: "The filter `deviceOsName` of `\(reach.rule.id)` leaves out \(count) whose system is \(words).",
        place: reach.rule.source.place, why: "they pass every other test, and their system is not called `ios`",
        fix: "add `\(names.map { ",\($0.key)" }.joined())` to the filter")
    ]
  }

  /// The findings about installations that would not take the document, whatever its rules say.
  private func refusals(_ reach: PolicyReach) -> [(finding: Diagnostic, installations: Int)] {
    let all = installations.of("installation", "installations")
    func finding(
      _ count: Int, _ severity: Diagnostic.Severity = .error, _ manner: String = "", why: String, fix: String
    ) -> (finding: Diagnostic, installations: Int)? {
      if count == 0 { return nil }
      let what = "\(count.grouped) of \(all) would refuse this document\(manner)."
      return (Diagnostic(ReachCode.refused, severity, what: what, place: nil, why: why, fix: fix), count)
    }
    let signatures = reach.signatures
    let isOfOthersAlone = reach.ofThisApp + reach.newer == 0
    return [
      finding(
        reach.newer, why: "\(RefusalReason.rollback.words) (`rollback`), so nothing of it reaches them",
        fix: RefusalCounts.fix(above: reach.newestRevision)),
      finding(
        isOfOthersAlone ? reach.otherApp : 0,
        why: "\(RefusalReason.otherPackage.words) (`otherPackage`), so nothing of it reaches them",
        fix: RefusalCounts.otherPackageFix),
      finding(
        signatures.lastingCount, why: "\(RefusalCounts.words(signatures.lasting)), so nothing of it reaches them",
        fix: signatures.fix("POLICY")),
      // A draft is signed once it is finished, and its findings come before that.
      finding(
        signatures.awaitingCount, signatures.awaiting.keys.allSatisfy { $0 == .unsigned } ? .warning : .error,
        " as it stands",
        why:
          "\(RefusalCounts.words(signatures.awaiting)); the other numbers take it as signed by a key that they trust",
        fix: RefusalCounts.signatureFix("POLICY")),
    ].compactMap(\.self)
  }

  private func findings(_ reach: RuleReach) -> [Diagnostic] {
    let rule = reach.rule
    let place = rule.source.place
    let (nowhere, unproven) = (reach.nowhere, reach.unproven)
    // An end of service may lead nowhere on purpose.
    let once = rule.kind.isBlocking ? "" : ", as soon as it cannot be put off"
    let isMeant = rule.kind == .exit && nowhere.allSatisfy { $0.destination == nil }
    var findings: [Diagnostic] = []
    if !nowhere.isEmpty {
      findings.append(
        Diagnostic(
          ReachCode.lockedOut, isMeant ? .note : .warning,
          what:
            "`\(rule.id)` (\(rule.kind.rawValue)) locks out \(Self.count(nowhere)) on \(Self.names(nowhere))\(once).",
          place: place, why: "it has no destination there, or one that only the other system's store opens",
          fix: "name a page for all systems with `targetWebsiteUrl`, or filter on `deviceOsName`"))
    }
    if !unproven.isEmpty {
      findings.append(
        Diagnostic(
          ReachCode.unprovenWayOut, .note,
          what: "Nothing proves that \(Self.count(unproven)) on \(Self.names(unproven)) can leave `\(rule.id)`\(once).",
          place: place,
          why:
            "no device of the logs with that system, in this version or an older one, runs an app that the rule lets go",
          fix: "check that the destination offers these devices a version that the rule is not for"))
    }
    return findings
  }

  private static func total(_ ways: [WaysOut.Way]) -> Int { ways.reduce(0) { $0 + $1.installations } }

  private static func count(_ ways: [WaysOut.Way]) -> String { total(ways).of("installation", "installations") }

  private static func names(_ ways: [WaysOut.Way]) -> String {
    let names = ways.map(\.system.words)
    return names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
  }
}

extension RuleReach {
  fileprivate var nowhere: [WaysOut.Way] { ways.ways.filter(\.leadsNowhere) }
  fileprivate var unproven: [WaysOut.Way] { ways.ways.filter { !$0.leadsNowhere && ways.proof(for: $0.system) == nil } }
}

extension WaysOut.System {
  /// The system in words, such as `android 14`.
  var words: String {
    guard let name else { return "a system that is not said" }
    return name + (version.map { " \($0)" } ?? "")
  }
}
