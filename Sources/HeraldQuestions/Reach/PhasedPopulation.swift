package import Herald

/// The installations that a phased roll-out grows over: every installation that its rule is for.
package struct PhasedPopulation: Sendable {
  /// A step of the roll-out.
  package struct Step: Hashable, Sendable {
    /// Its start on a device whose clock is in UTC; nil after the year 9999, which a text cannot name.
    package let start: Timestamp?
    /// The share that it reaches, in hundredths of a percent.
    package let share: Int
    /// The number of installations that it reaches.
    package fileprivate(set) var reached = 0
  }
  /// The rule's id.
  package let rule: ExactString
  /// True if every device starts a step at the same moment, and not when its own clock says so.
  package let startsAtOnce: Bool
  /// The steps in their order, without the steps that a pause keeps from starting.
  package private(set) var steps: [Step]
  /// The number of installations that the rule is for.
  package private(set) var installations = 0

  /// Makes a population of nobody; nil for a rule that is not rolled out in phases.
  package init?(of rule: Rule) {
    guard let phases = rule.phases else { return nil }
    self.rule = rule.id
    startsAtOnce = phases.startAt.isInstant
    steps = zip(phases.instants(offsetMinutes: 0), phases.steps).map { start, share in
      Step(start: Timestamp.range.contains(start) ? start : nil, share: min(share, rule.rollout))
    }
  }

  /// Counts an installation.
  ///
  /// - Parameter draw: the number that it drew for the rule, 0 to 9999.
  package mutating func add(draw: Int) {
    installations += 1
    for index in steps.indices where draw < steps[index].share { steps[index].reached += 1 }
  }

  /// Counts the installations of another population of the same rule.
  mutating func add(_ other: PhasedPopulation) {
    installations += other.installations
    for (index, step) in other.steps.enumerated() { steps[index].reached += step.reached }
  }
}

/// A line for each step of a phased roll-out: its start, its share, and a bar for the installations that it reaches.
package struct PhasedBars {
  private let population: PhasedPopulation
  private let style: Style
  private static let width = 30

  package init(_ population: PhasedPopulation, _ style: Style) {
    self.population = population
    self.style = style
  }

  package var lines: [String] {
    let widest = population.steps.map { $0.reached.grouped.count }.max() ?? 0
    let starts = population.steps.map { population.start(of: $0) ?? "after the year 9999" }
    let startWidth = starts.map(\.count).max() ?? 0
    return zip(population.steps, starts).map { step, start in
      let bar = String(repeating: "█", count: step.reached * Self.width / max(1, population.installations))
      let share = Rule.percent(step.share)
      return "\(start.padded(to: startWidth))  \(share.leftPadded(to: 7))  "
        + step.reached.grouped.leftPadded(to: widest) + (bar.isEmpty ? "" : "  \(style.blue(bar))")
    }
  }
}

extension PhasedPopulation {
  /// The start of a step in UTC, or by the device's own clock; nil after the year 9999.
  fileprivate func start(of step: Step) -> String? {
    step.start.map { startsAtOnce ? $0.description : String($0.description.dropLast()) }
  }
}

extension JSONWriter {
  /// Appends the steps of a phased roll-out as an array.
  package mutating func phases(_ population: PhasedPopulation) {
    array(population.steps) { output, step in
      output.object {
        $0.member("start", population.start(of: step))
        $0.member("percent") { $0.raw(json: Rule.percentage(step.share)) }
        $0.member("installations", step.reached)
      }
    }
  }
}
