package import Herald

/// A change of the app's version, from one launch to the next.
package struct UpdateRow: Sendable {
  /// The order of the two versions.
  package enum Direction: String, Hashable, Sendable, CaseIterable {
    case up, down
    /// One of the two does not parse as a version, or both are equal as versions.
    case other
  }

  /// The reason for the change, as far as the log shows it.
  package enum Cause: String, Hashable, Sendable, CaseIterable {
    /// A prompt that blocked the app was accepted before.
    case forced
    /// A prompt that the user could refuse was accepted before.
    case chosen
    /// No prompt was accepted since the change before.
    case itself
  }

  package let source: ExactString
  package let revision: Int
  package let time: DeviceTime
  package let from: ExactString?
  package let to: ExactString?
  /// The latest showing since the change before that was answered `update` or `open`.
  package let accepted: AcceptedShowing?
  /// All showings since the change before.
  package let showings: Int
  /// The device's properties at the launch.
  package let profile: Profile

  package var direction: Direction {
    guard let old = from.flatMap({ AppVersion($0.string) }), let new = to.flatMap({ AppVersion($0.string) }),
      old != new
    else { return .other }
    return new > old ? .up : .down
  }

  package var cause: Cause { accepted.map { $0.kind.isBlocking ? .forced : .chosen } ?? .itself }
}

/// A showing that the user answered with `update` or `open`.
package struct AcceptedShowing: Hashable, Sendable {
  package let prompt: ExactString
  package let rule: ExactString
  package let kind: PromptKind
  package let answeredAt: Timestamp
}

extension UpdateRow: TableRow {
  package static let table = AnalysisTable.updates

  package static let columns: [Column<UpdateRow>] = [
    .text("source", "The installation.") { $0.source },
    .integer("revision", "The revision of the event `app.launched`.") { $0.revision },
    .timestamp("time", "The device's clock at that launch.") { $0.time.moment },
    .integer("zone_minutes", "How far the device's clock was ahead of UTC.", unit: "min") { $0.time.offsetMinutes },
    .optionalText("from_version", "The app's version at the launch before; null where it gave none.") { $0.from },
    .optionalText("to_version", "The app's version at this launch; null where it gave none.") { $0.to },
    .word("direction", "up or down as versions compare; other where one is not a version or both are equal.") {
      $0.direction
    },
    .word("cause", "forced (by exit or force), chosen (optional or message), or itself: no prompt was accepted.") {
      $0.cause
    },
    .optionalText("rule", "The rule of the showing that was accepted last since the change before.") {
      $0.accepted?.rule
    },
    .optionalWord("kind", "Its kind.") { $0.accepted?.kind },
    .optionalText("prompt", "Its id.") { $0.accepted?.prompt },
    .integer("showings", "All showings since the change before, or since the stream's beginning.") { $0.showings },
    .optionalReal("seconds_since_answer", "From that showing's answer to this launch.", unit: "s") { row in
      row.accepted.map { row.time.moment.seconds(since: $0.answeredAt) }
    },
    .optionalText("os_name", "The operating system.") { $0.profile[.deviceOsName] },
    .optionalText("os_version", "Its version.") { $0.profile[.deviceOsVersion] },
  ]
}
