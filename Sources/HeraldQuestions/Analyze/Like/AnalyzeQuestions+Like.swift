import HeraldLog
import Herald

extension AnalyzeQuestion: LogQuestion {
  /// Answers, and says of each log how many devices of another log are like its device.
  ///
  /// - Throws: what ``answer()`` throws, and what reading the events throws.
  public func answer(in events: LoggedEvents) throws -> AnalyzeAnswer {
    let answer = try answer()
    let devices = try LoggedDevices(in: events, under: [try document.policy(named: file)], jobs: jobs)
    return answer.comparing { devices.compared($0, under: [0]) }
  }
}

extension AgainstQuestion: LogQuestion {
  /// Answers, and says of each log how many devices of another log are like its device, under both documents.
  ///
  /// - Throws: what ``answer()`` throws, and what reading the events throws.
  public func answer(in events: LoggedEvents) throws -> AgainstAnswer {
    let answer = try answer()
    let policies = [try other.policy(named: otherFile), try document.policy(named: file)]
    let devices = try LoggedDevices(in: events, under: policies, jobs: jobs)
    return answer.comparing { devices.compared($0, under: [0, 1]) }
  }
}

extension PromisesQuestion: LogQuestion {
  /// Answers, and says of each log how many devices of another log are like its device.
  ///
  /// - Throws: what ``answer()`` throws, and what reading the events throws.
  public func answer(in events: LoggedEvents) throws -> PromisesAnswer {
    let answer = try answer()
    let names = others.keys.sorted()
    var policies = [try document.policy(named: file)]
    for name in names { if let other = others[name] { policies.append(try other.policy(named: name)) } }
    let devices = try LoggedDevices(in: events, under: policies, jobs: jobs)
    return answer.comparing { witness, promise in
      switch witness {
      case .one(let log): return .one(devices.compared(log, under: [0]))
      case .pair(let pair):
        let place = promise.other.flatMap(names.firstIndex(of:)).map { $0 + 1 } ?? 0
        return .pair(devices.compared(pair, under: [0, place]))
      }
    }
  }
}

extension AnalyzeAnswer {
  fileprivate func comparing(_ compared: (AnalyzeWitness) -> AnalyzeWitness) -> AnalyzeAnswer {
    let rules = rules.map { rule in
      var rule = rule
      if case .shown(let witness) = rule.verdict { rule.verdict = .shown(compared(witness)) }
      return rule
    }
    return AnalyzeAnswer(
      file: file, rules: rules,
      pairs: pairs.map { Pair(wins: $0.wins, loses: $0.loses, winner: $0.winner, witness: compared($0.witness)) },
      withoutText: withoutText.map { ($0.rule, compared($0.witness)) },
      leadingNowhere: leadingNowhere.map { ($0.rule, compared($0.witness)) }, assumption: assumption,
      limit: limit, leftOut: leftOut)
  }
}

extension AgainstAnswer {
  fileprivate func comparing(_ compared: (WitnessPair) -> WitnessPair) -> AgainstAnswer {
    let changes = changes.map { change in
      DocumentChange(
        before: change.before, after: change.after, differs: change.differs, devices: change.devices,
        witness: compared(change.witness))
    }
    return AgainstAnswer(
      file: file, otherFile: otherFile, changes: changes, open: open, limit: limit, limitOfTexts: limitOfTexts,
      assumption: assumption, otherApp: otherApp, leftOut: leftOut, leftOutBefore: leftOutBefore)
  }
}

extension PromisesAnswer {
  fileprivate func comparing(_ compared: (Witness, Promise) -> Witness) -> PromisesAnswer {
    let promises = promises.map { answer in
      var answer = answer
      answer.witness = answer.witness.map { compared($0, answer.promise) }
      return answer
    }
    return PromisesAnswer(file: file, promises: promises, assumption: assumption, leftOut: leftOut)
  }
}
