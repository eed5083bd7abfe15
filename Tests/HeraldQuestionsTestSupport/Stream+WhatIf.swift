package import Herald
package import HeraldQuestions
package import HeraldTestSupport

extension Stream {
  /// The stream's life under another policy.
  ///
  /// - Parameters:
  ///   - kept: selects facts; by default all. The answers are those of the whole stream.
  ///   - policy: the policy of each successful fetch; nil leaves the logged one.
  package func counterfactual(
    of kept: [Fact]? = nil, _ policy: (FetchSucceeded) -> Policy? = { _ in nil }
  ) -> [Counterfactual.Step] {
    var decider = Decider()
    return counterfactual(of: kept, decider: &decider, policy)
  }

  package func counterfactual(
    of kept: [Fact]? = nil, decider: inout Decider, _ policy: (FetchSucceeded) -> Policy?
  ) -> [Counterfactual.Step] {
    var life = Counterfactual(of: source, answers: answers)
    return (kept ?? facts).compactMap { fact in
      life.record(
        Fact(revision: fact.revision, time: fact.time, data: fact.data.bringing(policy)), decider: &decider)
    }
  }

  /// Compares the stream's life with its life under another policy.
  package func lives(_ policy: (FetchSucceeded) -> Policy? = { _ in nil }) -> PolicyComparison {
    var (lives, state) = (PolicyComparison(of: source, answers: answers), InstallationState())
    var (logged, other) = (Decider(), Decider())
    for fact in facts {
      state.apply(fact)
      let decision = Question(fact.data, at: fact.time, of: source).map { logged.decide($0, in: state) }
      _ = lives.record(
        fact, decision: decision, underBaseline: fact.data, underOther: fact.data.bringing(policy), decider: &other)
    }
    return lives
  }

  /// The answers of the stream's user.
  package var answers: LoggedAnswers {
    facts.compactMap(\.data.screenChange).reduce(into: LoggedAnswers()) { $0.record($1) }
  }
}

extension EventData {
  /// The same event, with another policy in a successful fetch.
  fileprivate func bringing(_ policy: (FetchSucceeded) -> Policy?) -> EventData {
    guard case .fetchSucceeded(var fetch) = self, let policy = policy(fetch) else { return self }
    fetch.status = 200
    fetch.digest = policy.digest
    fetch.reading = .accepted(policy)
    return .fetchSucceeded(fetch)
  }
}
