package import Herald

/// The installations for which a condition holds, for a page that links to each.
package struct FindList: Sendable {
  /// An installation as it was at the moment that the answer describes.
  package struct Row: Sendable {
    package let source: ExactString
    package let user: ExactString?
    package let profile: Profile
    /// The time of its last event.
    package let last: DeviceTime
    /// The values that the condition reads, in words; null is a dash.
    package let values: [(field: String, value: String)]
    /// The first revision after which the condition held; nil where it was asked once.
    package let first: Int?
  }

  /// The installations that were asked.
  package let installations: Int
  /// The installations for which the condition holds.
  package let held: Int
  /// Those of them for which it holds at the end.
  package let heldAtEnd: Int
  /// The first of them.
  package let rows: [Row]
  /// How many have each version, model, system and language.
  package let groups: [(label: String, words: String)]
  /// Sentences about names in the condition that no event has, and the like.
  package let remarks: [String]
}

extension FindQuestion {
  /// Answers with the first installations.
  ///
  /// - Throws: what reading the events throws.
  package func list(in events: LoggedEvents) throws -> FindList {
    let found = try fold(events).found
    let rows = found.held.prefix(limit ?? found.held.count).map { held in
      FindList.Row(
        source: held.source, user: held.moment.user, profile: held.moment.profile, last: held.last.time,
        values: held.moment.values.map { ($0.path.description, $0.value.words ?? "–") },
        first: held.ever?.first.revision)
    }
    return FindList(
      installations: found.installations, held: found.held.count, heldAtEnd: found.heldAtEnd, rows: Array(rows),
      groups: FindGroups(found.held.map(\.moment.profile)).lines, remarks: found.remarks.map(\.words))
  }
}
