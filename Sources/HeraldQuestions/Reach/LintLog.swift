package import Herald
import HeraldFormats
import HeraldLog

/// Counts the reach of each policy over all installations of the logs.
package struct LintLog: ReplayVisitor {
  private let now: DeviceTime
  private var installations = 0
  /// The reach of each document's policy; nil for a document that is refused.
  private var policies: [PolicyReach?]

  /// - Parameter readings: the result of reading each document, in the documents' order.
  package init(_ readings: [Reading], at now: DeviceTime) {
    self.now = now
    policies = readings.map { reading in
      guard case .accepted(let policy) = reading else { return nil }
      return PolicyReach(policy)
    }
  }

  package mutating func ended(_ source: ExactString, in state: InstallationState) {
    installations += 1
    for index in policies.indices { policies[index]?.note(state, of: source, at: now) }
  }

  /// The reach of each document.
  package var reaches: [LoggedReach] { policies.map { LoggedReach(reach: $0, installations: installations) } }
}

/// The reach of one document in the logs.
package struct LoggedReach {
  /// The reach of its policy; nil for a refused document.
  let reach: PolicyReach?
  /// The number of installations in the logs.
  let installations: Int

  /// The number of installations that a finding concerns; nil for a rule that was left out, whose reach is unknown.
  func installations(touchedBy finding: Diagnostic) -> Int? {
    guard let reach else { return installations }
    let pointer = finding.place?.pointer ?? ""
    if let (rule, key) = rule(at: pointer, in: reach) {
      switch finding.code {
      case Diagnostic.Code(ReachCode.lockedOut): return Self.total(rule.nowhere)
      case Diagnostic.Code(ReachCode.unprovenWayOut): return Self.total(rule.unproven)
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

  /// The findings that need logs: forces that lead nowhere, or whose way out no installation of the logs proves.
  package var findings: [Diagnostic] { reach?.rules.filter(\.rule.mayBlock).flatMap(findings) ?? [] }

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
