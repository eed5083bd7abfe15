import Herald

/// The claim that a log still has some features, and no other than the whole log has.
///
/// A rule without an id gets another one where a part of it is left out, so a smaller document may do what nobody did.
struct FeatureClaim: IncidentClaim {
  let features: Set<ProductionFeature>
  /// The features of the whole log.
  let whole: Set<ProductionFeature>

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
    let left = progress.trace.features
    return features.isSubset(of: left) && left.isSubset(of: whole) ? nil : .other
  }
}
