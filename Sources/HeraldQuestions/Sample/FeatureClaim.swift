import Herald

/// The claim that a log still has some features.
struct FeatureClaim: IncidentClaim {
  let features: Set<ProductionFeature>

  /// The features so far, and the data of the event that is being folded.
  struct Progress {
    var trace = ProductionTrace()
    var data: EventData?
  }

  var beginning: Progress { Progress() }
  var stays: Set<Int> { [] }

  func meet(
    _ index: Int, _ fact: borrowing Fact, in state: borrowing InstallationState, _ progress: inout Progress
  ) {
    let data = fact.data
    progress.data = data
    progress.trace.meet(data, in: copy state)
  }

  func take(_ moment: borrowing RelivedMoment, _ progress: inout Progress) -> KeptPart? {
    guard let data = progress.data else { return nil }
    progress.trace.take(data, in: moment.state, moment.decision, moment.judged)
    return nil
  }

  func end(_ judged: JudgedPrompt?, _ progress: Progress) -> KeptPart? {
    features.isSubset(of: progress.trace.features) ? nil : .other
  }
}
