import Testing

@testable import HeraldLog

@Suite("A list that is changed where it lies")
struct InPlaceListTests {
  private final class Witness {}

  @Test("keeps what was added, in order, however far it grows", arguments: [0, 1, 16, 17, 70_000])
  func grows(count: Int) {
    var list = InPlaceList<String>()
    for index in 0..<count { list.append("\(index)") }
    #expect(list.count == count)
    for index in 0..<count where list[index] != "\(index)" { Issue.record("element \(index) is \(list[index])") }
  }

  @Test("of one element many times can be changed one by one")
  func repeating() {
    var list = InPlaceList(repeating: 7, count: 300_000)
    list[299_999] = 8
    #expect(list[0] == 7 && list[299_998] == 7 && list[299_999] == 8)
  }

  @Test("lets go of its elements with itself")
  func releases() {
    weak var seen: Witness?
    do {
      let witness = Witness()
      seen = witness
      var list = InPlaceList<Witness>()
      for _ in 0..<40 { list.append(witness) }
      #expect(list.count == 40)
    }
    #expect(seen == nil)
  }
}
