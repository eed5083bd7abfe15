import Testing

@testable import Herald

@Suite("The failed tests that a decision keeps")
struct FailuresTests {
  @Test("are read back as they were added, for any number of rules", arguments: [0, 1, 7, 8, 9, 15, 16, 17, 40])
  func readBack(count: Int) {
    let tests = RuleTests.inOrder
    let expected = (0..<count).map { $0 % 3 == 2 ? nil : $0 * 7 % tests.count }
    var failures = Failures()
    for failed in expected { failures.append(failed) }
    #expect(Array(failures) == expected.map { $0.map { tests[$0] } })
  }

  @Test("fit in a byte, and the verdicts on a device in 64 bits, for all rule tests")
  func capacity() {
    #expect(RuleTests.inOrder.count <= 64)
  }

  @Test("include every rule test, either of the device or asked with each question")
  func partition() {
    let indices = RuleTests.ofDevice.map(\.index) + RuleTests.asked.map(\.index)
    #expect(indices.sorted() == Array(RuleTests.inOrder.indices))
  }
}
