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
