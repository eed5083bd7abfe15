package import Herald

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
