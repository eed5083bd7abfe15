import Herald

/// A few logs that cover what all installations do, with the table of what that is.
public struct SampleAnswer: LogAnswer, Sendable {
  /// A log that is kept.
  struct Kept: Sendable {
    let log: SampledLog
    let features: Set<ProductionFeature>
    /// True if redacting it changed no decision and no state.
    let isFaithful: Bool
  }

  /// A feature, and the logs that have it.
  struct Row: Sendable {
    let feature: ProductionFeature
    let installations: Int
    let coveredBy: [String]
  }

  /// The logs in the order in which they were chosen.
  package let logs: [SampledLog]
  /// The names of the logs in which redacting changed a decision or a state.
  package let changed: [String]
  let rows: [Row]
  /// The features that no log has, of those that are known beforehand.
  let uncovered: [ProductionFeature]
  let installations: Int
  /// The number of edits of the latest policy that the logs notice.
  let edits: Int
  let asked: SampleQuestion

  init(_ all: Installations, _ kept: [Kept], edits: Int, known: [ProductionFeature], sample: SampleQuestion) {
    logs = kept.map(\.log)
    changed = kept.filter { !$0.isFaithful }.map(\.log.name)
    let counts = all.counts
    rows = counts.keys.sorted().map { feature in
      Row(
        feature: feature, installations: counts[feature] ?? 0,
        coveredBy: kept.filter { $0.features.contains(feature) }.map(\.log.name))
    }
    uncovered = Set(known).subtracting(counts.keys).sorted()
    installations = all.members.count
    self.edits = edits
    asked = sample
  }

  /// The number of events of the logs.
  var events: Int { logs.reduce(0) { $0 + $1.events } }
  /// The features that an installation has and none of the logs.
  var lost: [Row] { rows.filter { $0.coveredBy.isEmpty } }
}

/// The answer as JSON.
extension SampleAnswer {
  /// A line for each feature, for each that no installation has, and a summary.
  public var json: String {
    var output = JSONWriter()
    for row in rows {
      output.line {
        $0.member("feature", row.feature.words) { $0.string($1) }
        $0.member("installations", row.installations)
        $0.member("coveredBy", row.coveredBy) { $0.string($1) }
      }
    }
    for feature in uncovered { output.line { $0.member("uncovered", feature.words) { $0.string($1) } } }
    output.line {
      $0.member("summary") {
        $0.object {
          $0.member("installations", installations)
          $0.member("features", rows.count)
          $0.member("kept", logs.count)
          $0.member("events", events)
        }
      }
    }
    return output.string
  }
}

/// The answer in words.
extension SampleAnswer {
  /// What the logs cover, what none covers, and the headline.
  public var words: String { words(.plain) }

  /// What the logs cover, what none covers, and the headline.
  package func words(_ style: Style) -> String {
    table(style) + (rows.isEmpty ? "" : "\n") + notes(style).map { $0 + "\n" }.joined() + headline(style)
  }

  /// A line for each feature: how many installations have it, and the first log.
  private func table(_ style: Style) -> String {
    let width = rows.map { $0.feature.line.columns }.max() ?? 0
    let counts = rows.map { $0.installations.grouped.count }.max() ?? 0
    return rows.map { row in
      let more = row.coveredBy.count > 1 ? " and \(row.coveredBy.count - 1) more" : ""
      let log = row.coveredBy.first.map { $0 + style.dim(more) } ?? style.yellow("no log")
      return "\(row.feature.line.padded(to: width))  \(row.installations.grouped.leftPadded(to: counts))  \(log)\n"
    }.joined()
  }

  private func notes(_ style: Style) -> [String] {
    var notes: [String] = []
    if !uncovered.isEmpty {
      notes.append(style.bold("No installation has:") + " " + uncovered.map(\.line).joined(separator: ", ") + "\n")
    }
    if !lost.isEmpty {
      let why =
        asked.most.map { "--most \($0) leaves them out" } ?? "they are in logs that are no logs of their own"
      notes.append("\(style.yellow(lost.count.of("feature") + " in no log")): \(why)")
    }
    if edits > 0 { notes.append("They notice \(edits.of("edit")) of the latest policy.") }
    return notes
  }

  private func headline(_ style: Style) -> String {
    style.bold("\(logs.count.of("log")) of \(installations.of("installation")) cover")
      + " \((rows.count - lost.count).of("feature")) with \(events.of("event"))\n"
  }
}

extension ProductionFeature {
  /// The feature in a line, for people.
  package var line: String { words.map(\.string.shown).joined(separator: " ") }
}
