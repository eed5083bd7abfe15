import Herald
import HeraldLog

@testable import HeraldQuestions

/// The features of two groups, counted from whole copies of the states after each event.
struct NaiveGroups: ReplayVisitor {
  private let condition: Condition
  private let isEver: Bool
  private var moments: [ExactString: [Moment]] = [:]
  private var decisions: [ExactString: Decision] = [:]
  /// By installation, its features; the first group, and the second.
  private(set) var first: [ExactString: Set<InstallationFeature>] = [:]
  private(set) var second: [ExactString: Set<InstallationFeature>] = [:]

  private struct Moment {
    let step: ReplayStep
    let holds: Bool
    var isKnown: Bool { if case .unknown = step.event.data { false } else { true } }
  }

  init(_ condition: Condition, ever isEver: Bool) {
    self.condition = condition
    self.isEver = isEver
  }

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let step = try moment.step()
    let source = step.event.source
    decisions[source] = step.decision ?? decisions[source]
    let holds = condition.holds(in: step.state, decision: decisions[source])
    moments[source, default: []].append(Moment(step: step, holds: holds))
  }

  /// Counts, after the replay.
  mutating func finish() {
    var seen: [ExactString: (moments: [Moment], past: [Moment])] = [:]
    for (source, all) in moments {
      let beginning = all.firstIndex { $0.holds }
      let isFirst = isEver ? beginning != nil : all.last?.holds == true
      if isFirst { first[source] = [] } else { second[source] = [] }
      if let beginning, isFirst, isEver {
        seen[source] = ([all[beginning]], Array(all[...beginning]))
      } else {
        seen[source] = (isEver ? all : Array(all.suffix(1)), all)
      }
    }
    let names = Set(seen.values.flatMap { $0.moments.flatMap { $0.step.state.profile.properties.map(\.name) } })
    for (source, own) in seen {
      var features = Self.state(own.moments, past: own.past, names)
      for moment in own.past { features.formUnion(Self.happening(moment)) }
      if own.past.last?.step.state.counts.clockSteps ?? 0 > 0 { features.insert(.clockStep) }
      if Set(own.past.filter(\.isKnown).map(\.step.event.time.offsetMinutes)).count > 1 { features.insert(.zoneChange) }
      add(features, to: source)
    }
    for isLast in [false, true] { split(isLast) }
  }

  private mutating func add(_ features: Set<InstallationFeature>, to source: ExactString) {
    first[source]?.formUnion(features)
    second[source]?.formUnion(features)
  }

  /// What an installation is at some moments.
  private static func state(_ moments: [Moment], past: [Moment], _ names: Set<ExactString>) -> Set<InstallationFeature>
  {
    var features: Set<InstallationFeature> = []
    let launched = moments.filter { $0.step.state.counts.launches > 0 }
    for moment in launched.isEmpty ? Array(moments.suffix(1)) : launched {
      let profile = moment.step.state.profile
      for name in names { features.insert(.property(name, profile[name])) }
      for name in [ExactString.appVersionName, .deviceOsVersion] {
        guard let text = profile[name], AppVersion(text.string) != nil else { continue }
        let numbers = text.string.prefix { $0.isNumber || $0 == "." }.split(separator: ".").map { String($0) } + ["0"]
        features.insert(.version(name, numbers: 1, ExactString(numbers[0])))
        features.insert(.version(name, numbers: 2, ExactString("\(numbers[0]).\(numbers[1])")))
      }
      if let language = profile[.deviceLanguage] {
        features.insert(.language(ExactString(String(language.string.lowercased().prefix { $0 != "-" }))))
      }
    }
    for moment in moments {
      features.insert(.policy(moment.step.state.policy?.digest))
      let known = past.filter { $0.isKnown && $0.step.event.revision <= moment.step.event.revision }
      if let zone = known.last?.step.event.time.offsetMinutes { features.insert(.zone(zone)) }
    }
    return features
  }

  /// What an event adds.
  private static func happening(_ moment: Moment) -> Set<InstallationFeature> {
    let (event, before, state) = (moment.step.event, moment.step.before, moment.step.state)
    var features: Set<InstallationFeature> = [.event(event.type)]
    if event.revision > before.revision + 1 { features.insert(.gap) }
    for entry in state.records.entries { features.insert(.shown(entry.rule)) }
    if case .fetchSucceeded(let fetch) = event.data {
      features.insert(.trigger(fetch.trigger))
      if let refused = state.refused {
        features.insert(.refused(refused.digest, refused.reason))
      } else if let digest = fetch.digest {
        features.insert(.accepted(digest))
      }
    }
    if case .fetchFailed(let fetch) = event.data {
      features.formUnion([.trigger(fetch.trigger), .failure(fetch.reason)])
    }
    if case .operationAttempted(let operation) = event.data { features.insert(.operation(operation.operation)) }
    if case .buttonChosen(let answer) = event.data, let visible = before.visible, visible.prompt == answer.prompt {
      features.insert(.button(rule: visible.rule, answer.button))
    }
    if case .pushReceived = event.data {
      features.insert(.push(IgnoredEvent(event.data, in: before).map { .ignored($0) } ?? .latched))
    }
    return features
  }

  private mutating func split(_ isLast: Bool) {
    let days = moments.compactMapValues { own in
      let known = own.filter(\.isKnown)
      return (isLast ? known.last : known.first).map { Int($0.step.event.time.dayInUTC) }
    }
    for split in Set(days.values).sorted().dropFirst() {
      for (source, day) in days {
        let side = day < split ? InstallationFeature.SplitDays.before(split) : .from(split)
        add([isLast ? .lastDay(side) : .firstDay(side)], to: source)
      }
    }
  }
}
