package import Herald
import HeraldFormats
import HeraldLog

/// Counts the reach of each policy over all installations of the logs.
package struct LintLog: ReplayFold, PartialFold, Sendable {
  private let now: DeviceTime
  private var installations = 0
  /// True once an installation has an event of a known type.
  package private(set) var hasKnownEvents = false
  /// The end of the logs, and the milliseconds before it in which an installation must have had an event; nil for any.
  private let activity: (end: EndOfLog, within: Int64)?
  /// The number of installations that were left out, because they had none, or because their clock is off.
  private var inactive = 0
  /// The installations' last events, for the number of silent ones where none are left out.
  private var lasts: [EndOfLog.Last] = []
  /// The reach of each document's policy; nil for a document that is refused.
  private var policies: [PolicyReach?]

  /// A document that is asked about: the result of reading it, and the text of its signature file, nil for none.
  package typealias Asked = (reading: Reading, signature: String?)

  /// - Parameters:
  ///   - documents: the documents in the order of the answers.
  ///   - now: the time at which dates are judged, and installations are asked.
  ///   - end: the end of the logs; nil where no installation is left out for its silence.
  ///   - activeWithin: the milliseconds before the end in which an installation must have had an event.
  package init(
    _ documents: [Asked], at now: DeviceTime, end: EndOfLog? = nil, activeWithin: Int64 = EndOfLog.usualSilence
  ) {
    self.now = now
    activity = end.map { ($0, activeWithin) }
    policies = documents.map { document in
      guard case .accepted(let policy) = document.reading else { return nil }
      return PolicyReach(policy, signature: document.signature)
    }
  }

  /// Reads the logs for their end where installations are left out for their silence. Afterwards the logs begin anew.
  package init(
    _ documents: [Asked], at now: DeviceTime, activeWithin: Duration?, in logs: inout [LoggedEvents], jobs: Int
  ) throws {
    guard let activeWithin else {
      self.init(documents, at: now)
      return
    }
    var first = LintLog([], at: now)
    for index in logs.indices {
      try logs[index].fold(into: &first, jobs: jobs)
      logs[index] = try logs[index].again()
    }
    self.init(documents, at: now, end: EndOfLog(first.lasts), activeWithin: activeWithin.inMilliseconds)
  }

  package mutating func ended(_ source: ExactString, in state: InstallationState) {
    installations += 1
    // Events of unknown types leave no time behind.
    if let last = state.lastTime {
      hasKnownEvents = true
      if let activity {
        if activity.end.isOff(source, last: last) || activity.end.isSilent(last, for: activity.within) {
          return inactive += 1
        }
      } else {
        lasts.append((source, last))
      }
    }
    for index in policies.indices { policies[index]?.record(state, of: source, at: now) }
  }

  package var makePart: @Sendable () -> Self {
    var part = self
    part.empty()
    return { [part] in part }
  }

  package mutating func add(_ part: inout Self) {
    installations += part.installations
    hasKnownEvents = hasKnownEvents || part.hasKnownEvents
    inactive += part.inactive
    lasts += part.lasts
    for index in policies.indices {
      if let reach = part.policies[index] { policies[index]?.add(reach) }
    }
    part.empty()
  }

  /// Forgets the installations, and keeps what was learnt about devices.
  private mutating func empty() {
    (installations, inactive, lasts, hasKnownEvents) = (0, 0, [], false)
    for index in policies.indices { policies[index]?.empty() }
  }

  /// The reach of each document.
  package var reaches: [LoggedReach] {
    let silent = EndOfLog(lasts).map { end in
      lasts.count {
        !end.isOff($0.source, last: $0.time) && end.isSilent($0.time, for: EndOfLog.usualSilence)
      }
    }
    return policies.map {
      LoggedReach(
        reach: $0, installations: installations - inactive, inactive: activity == nil ? silent ?? 0 : inactive,
        leavesOut: activity.map(\.within))
    }
  }
}

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
        fix: reach.newestRevision.map { "raise `revision` above \($0)" }
          ?? "publish a document whose newest version is not below the one before"),
      finding(
        isOfOthersAlone ? reach.otherApp : 0,
        why: "\(RefusalReason.otherPackage.words) (`otherPackage`), so nothing of it reaches them",
        fix: "check that `packageName` is the app's"),
      finding(
        signatures.lastingCount, why: "\(RefusalCounts.words(signatures.lasting)), so nothing of it reaches them",
        fix: signatures.fix),
      // A draft is signed once it is finished, and its findings come before that.
      finding(
        signatures.awaitingCount, signatures.awaiting.keys.allSatisfy { $0 == .unsigned } ? .warning : .error,
        " as it stands",
        why:
          "\(RefusalCounts.words(signatures.awaiting)); the other numbers take it as signed by a key that they trust",
        fix: "sign it by such a key: `herald sign POLICY --key NAME.key`"),
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

/// Writes the reach of a document as JSON Lines: a line for each rule, for each system that a force reaches, and for
/// the whole document.
extension LoggedReach {
  func json(_ file: String) -> String {
    var output = JSONWriter()
    guard let reach else { return "" }
    for rule in reach.rules {
      output.line {
        $0.member("file", file)
        $0.member("rule", rule.rule.id)
        write(rule, into: &$0)
      }
      for way in rule.ways.ways {
        output.line {
          $0.member("file", file)
          $0.member("wayOut", rule.rule.id)
          $0.member("kind", word: rule.rule.kind)
          write(way, rule.ways.proof(for: way.system), into: &$0)
        }
      }
    }
    output.line {
      $0.member("file", file)
      $0.member("installations", installations)
      $0.member("inactive", inactive)
      $0.member("ofThisApp", reach.ofThisApp)
      $0.member("notLaunched", reach.notLaunched)
      $0.member("otherApp", reach.otherApp)
      $0.member("newer", reach.newer)
      $0.member("refused") { refusalCounts(reach).write(into: &$0) }
      $0.member("underReview", reach.underReview)
    }
    return output.string
  }

  /// Everyone that would refuse the document, by reason.
  private func refusalCounts(_ reach: PolicyReach) -> RefusalCounts {
    var counts = reach.signatures
    counts.add(reach.newer, as: .rollback)
    counts.add(reach.otherApp, as: .otherPackage)
    return counts
  }

  private func write(_ rule: RuleReach, into output: inout JSONWriter) {
    output.member("kind", word: rule.rule.kind)
    output.member("reached", rule.reached)
    output.member("shown", rule.shown)
    output.member("passed") {
      $0.object { output in
        for test in rule.tests {
          output.member(named: ExactString(test.rawValue)) { $0.integer(rule.passed[test] ?? 0) }
        }
      }
    }
    if rule.rule.mayRise { output.member("forced", rule.forced) }
    if let phased = rule.phased { output.member("phases") { $0.phases(phased) } }
  }

  private func write(_ way: WaysOut.Way, _ proof: WaysOut.Proof?, into output: inout JSONWriter) {
    output.member("system", way.system.name.map { ExactString($0) })
    output.member("systemVersion", way.system.version)
    output.member("installations", way.installations)
    output.member("destination", way.destination)
    output.member("leadsNowhere", way.leadsNowhere)
    output.member("proof", optional: way.leadsNowhere ? nil : proof) { output, proof in
      output.object {
        $0.member("source", proof.source)
        $0.member("appVersionName", proof.appVersionName)
        $0.member("systemVersion", proof.deviceOsVersion)
      }
    }
  }
}
