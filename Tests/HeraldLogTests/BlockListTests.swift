import Testing

@testable import HeraldLines
@testable import HeraldLog

@Suite("A list that is changed where it lies")
struct BlockListTests {
  private final class Witness {}

  @Test(
    "A block list keeps its elements in order, however far it grows", arguments: [0, 1, 16, 17, 70_000, 300_000])
  func listKeepsElementsInOrder(count: Int) {
    var list = BlockList<String>()
    for index in 0..<count { list.append("\(index)") }
    #expect(list.count == count)
    for index in 0..<count where list[index] != "\(index)" { Issue.record("element \(index) is \(list[index])") }
  }

  @Test("A block list does not move its elements once they fill a block")
  func elementsStayInPlace() {
    var list = BlockList<(Int, Int, Int, Int)>()
    for index in 0..<65_536 { list.append((index, 0, 0, 0)) }
    list[65_535].3 = 9
    for index in 65_536..<400_000 { list.append((index, 0, 0, 0)) }
    #expect(list[65_535] == (65_535, 0, 0, 9))
    #expect(list[65_536] == (65_536, 0, 0, 0))
    #expect(list[399_999].0 == 399_999)
  }

  @Test("A fixed table repeats one element, and each element changes alone")
  func tableRepeatsItsElement() {
    let table = FixedTable(repeating: 7, count: 300_000)
    table[299_999] = 8
    #expect(table[0] == 7)
    #expect(table[299_998] == 7)
    #expect(table[299_999] == 8)
  }

  @Test("A block list releases its elements when it is deallocated")
  func listReleasesItsElements() {
    weak var seen: Witness?
    do {
      let witness = Witness()
      seen = witness
      var list = BlockList<Witness>()
      for _ in 0..<40 { list.append(witness) }
      #expect(list.count == 40)
    }
    #expect(seen == nil)
  }
}
