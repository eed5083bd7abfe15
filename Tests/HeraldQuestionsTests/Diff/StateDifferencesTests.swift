@testable import HeraldQuestions
import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Where states differ")
struct StateDifferencesTests {
  @Test("Differences of two states are empty for equal ones, and swap sides when reversed", arguments: Seeds.all)
  func differencesAreSymmetric(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (left, right) = (Stream.random(&random, count: 40).state, Stream.random(&random, count: 40).state)
    #expect(StateDifferences(left, left).differences.isEmpty)
    let forth = StateDifferences(left, right).differences
    let back = StateDifferences(right, left).differences
    #expect(Set(forth) == Set(back.map { .init(path: $0.path, left: $0.right, right: $0.left) }))
  }

  @Test("Differences of two states name exactly the paths whose values differ", arguments: Seeds.all)
  func everyDifferingValueIsNamed(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (left, right) = (Stream.random(&random, count: 40).state, Stream.random(&random, count: 40).state)
    let found = StateDifferences(left, right)
    for difference in found.differences {
      #expect(difference.path.value(in: left, decision: nil) == difference.left)
      #expect(difference.path.value(in: right, decision: nil) == difference.right)
      #expect(difference.left != difference.right)
    }
    for path in found.equal {
      #expect(path.value(in: left, decision: nil) == path.value(in: right, decision: nil))
    }
    let paths = Set(found.differences.map(\.path) + found.equal)
    for state in [left, right] { #expect(leaves(.object(state.fields), []).isSubset(of: paths)) }
  }

  private func leaves(_ value: Field, _ names: [ExactString]) -> Set<FieldPath> {
    switch value {
    case .null: []
    case .object(let members): members.reduce(into: []) { $0.formUnion(leaves($1.value, names + [$1.name])) }
    default: [FieldPath(names)]
    }
  }
}
