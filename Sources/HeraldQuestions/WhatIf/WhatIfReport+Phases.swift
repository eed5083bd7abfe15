import Herald

/// Phased roll-outs, drawn over the installations of the log.
extension WhatIfReport {
  /// For each rule in phases, a line for each step.
  func phases(_ summary: WhatIfSummary) -> [String] {
    sorted(summary).flatMap { population -> [String] in
      let all = summary[.installations].of("installation", "installations")
      let whom = "\(population.rule.string.shown): the rule is for \(population.installations.grouped) of \(all)"
      let clock = population.startsAtOnce ? "" : "; each step starts by the device's own clock"
      let bars = PhasedBars(population, style).lines.map { heading("") + $0 }
      return [heading("Roll-out") + whom + clock] + bars
    }
  }

  private func sorted(_ summary: WhatIfSummary) -> [PhasedPopulation] {
    summary.phased.values.sorted { $0.rule < $1.rule }
  }

  /// A line for each rule in phases.
  func writePhases(_ summary: WhatIfSummary, to output: inout JSONWriter) {
    for population in sorted(summary) {
      output.line {
        $0.member("phasedRollout") {
          $0.object {
            $0.member("rule", population.rule)
            $0.member("installations", population.installations)
            $0.member("steps") { $0.phases(population) }
          }
        }
      }
    }
  }
}
