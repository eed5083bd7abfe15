@testable import HeraldQuestions
import HeraldTestSupport
import Testing

@testable import Herald

@Suite("A watch over a condition")
struct ConditionLawTests {
  /// A random condition, with its evaluation on the JSON of state and decision.
  private struct Case {
    let text: String
    let meaning: (JSONNode, JSONNode?) -> Bool

    static func random(_ random: inout SplitMix64, depth: Int = 2) -> Case {
      if depth > 0, random.chance(60) {
        let (left, right) = (Case.random(&random, depth: depth - 1), Case.random(&random, depth: depth - 1))
        switch random.int(0...2) {
        case 0:
          return Case(text: "(\(left.text)) and (\(right.text))") { left.meaning($0, $1) && right.meaning($0, $1) }
        case 1: return Case(text: "(\(left.text)) or (\(right.text))") { left.meaning($0, $1) || right.meaning($0, $1) }
        default: return Case(text: "not (\(left.text))") { !left.meaning($0, $1) }
        }
      }
      return leaf(&random)
    }

    private static func leaf(_ random: inout SplitMix64) -> Case {
      switch random.int(0...4) {
      case 0:
        let (path, number) = (
          random.pick([
            ["counts", "clockSteps"], ["failures"], ["policy", "revision"], ["records", "update:1", "shown"],
          ]),
          random.int(0...3)
        )
        let sign = random.pick(ComparisonSign.allCases)
        return Case(text: "\(written(path)) \(sign.rawValue) \(number)") { state, _ in
          value(state, path).map { sign.holds(Int($0) ?? -1, number) } ?? (sign == .other)
        }
      case 1:
        let path = random.pick([["visible", "rule"], ["refused", "reason"], ["user"], ["latch", "targetVersion"]])
        let text = random.pick(["update:1", "rollback", "1", "2.0"])
        let isEqual = random.chance(50)
        return Case(text: "\(written(path)) \(isEqual ? "==" : "!=") \(text)") { state, _ in
          (value(state, path) == text) == isEqual
        }
      case 2:
        let path = random.pick([["latch"], ["visible"], ["user"], ["records", "update:2"], ["policy"]])
        return Case(text: written(path)) { state, _ in node(state, path) != nil }
      case 3:
        let version = random.pick(["1.0", "1.5", "2.0"])
        return Case(text: "properties.appVersionName < \(version)") { state, _ in
          guard let own = value(state, ["properties", "appVersionName"]).flatMap({ AppVersion($0) }) else {
            return false
          }
          return AppVersion(version).map { own < $0 } ?? false
        }
      default:
        let reason = random.pick(DecisionReason.allCases)
        return Case(text: "decision.reason == \(reason.rawValue)") { _, decision in
          decision.flatMap { value($0, ["reason"]) } == reason.rawValue
        }
      }
    }

    private static func written(_ path: [String]) -> String { FieldPath(path.map { ExactString($0) }).description }

    private static func node(_ root: JSONNode, _ path: [String]) -> JSONNode? {
      path.reduce(Optional(root)) { $0?[name: $1] }
    }

    private static func value(_ root: JSONNode, _ path: [String]) -> String? {
      switch node(root, path)?.value {
      case .string(let text), .number(let text): text
      default: nil
      }
    }
  }

  @Test("A watch over a condition agrees with evaluating it on each state of a stream", arguments: Seeds.all)
  func watchAgreesWithEveryState(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<12 {
      let stream = Stream.random(&random, count: 30)
      let wanted = Case.random(&random)
      let condition = try Condition(wanted.text)
      var watch = ConditionWatch(condition)
      var (state, decider) = (InstallationState(), Decider())
      var last: JSONNode?
      var all = [wanted.meaning(try json(state), nil)]
      for fact in stream.facts {
        state.apply(fact)
        let decision = Question(fact.data, at: fact.time, of: stream.source).map { decider.decide($0, in: state) }
        if let decision {
          var output = JSONWriter()
          decision.write(into: &output)
          last = try JSONNode.read(output.string).node
        }
        all.append(wanted.meaning(try json(state), last))
        let turned = watch.record(state, decision: decision)
        #expect(turned == (all[all.count - 1] != all[all.count - 2]), "\(wanted.text)")
      }
      let first = all.firstIndex(of: true)
      #expect(watch.first == first, "\(wanted.text)")
      #expect(watch.ceased == first.flatMap { all[$0...].firstIndex(of: false) }, "\(wanted.text)")
      #expect(watch.holds == all.last)
      #expect(watch.beginnings == zip([false] + all, all).count { !$0 && $1 })
    }
  }

  private func json(_ state: InstallationState) throws -> JSONNode {
    var output = JSONWriter()
    state.write(source: "/i", into: &output)
    return try JSONNode.read(output.string).node
  }
}
