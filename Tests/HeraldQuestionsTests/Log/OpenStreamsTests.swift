import Herald
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("Values of installations that are being replayed")
struct OpenStreamsTests {
  private static func name(_ number: Int) -> ExactString { ExactString("/\(number)") }

  @Test("Values by number are those of a dictionary, whichever installations begin and end", arguments: Seeds.all)
  func dictionary(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (open, naive) = (OpenStreams<[Int]>(), [Int: [Int]]())
    let base = random.int(0...1000)
    for step in 0..<400 {
      let number = base + random.int(0...30)
      switch random.int(0...5) {
      case 0:
        #expect(open.end(Self.name(number)) == naive.removeValue(forKey: number))
      case 1 where random.chance(10):
        for (number, value) in naive { #expect(open.end(Self.name(number)) == value) }
        naive = [:]
      default:
        let place = open.place(of: number) ?? open.begin(Self.name(number), number) { [] }
        open[place].append(step)
        naive[number, default: []].append(step)
      }
      for other in base - 2...base + 33 {
        #expect(open.place(of: other).map { open[$0] } == naive[other], "seed \(seed), step \(step)")
      }
    }
  }

  @Test("A value that was begun before the number was known is the installation's, with events or without")
  func begun() {
    var open = OpenStreams<String>()
    open.begin("/a", with: "kept")
    open.begin("/b", with: "kept too")
    let place = open.begin("/a", 7) { "new" }
    #expect(open[place] == "kept")
    #expect(open.end("/a") == "kept")
    #expect(open.end("/b") == "kept too")
    #expect(open.end("/b") == nil)
  }

  @Test("Once all have ended, far higher numbers take no more memory than low ones")
  func farNumbers() {
    var open = OpenStreams<Int>()
    for number in [0, 1 << 40, 5, 1 << 60] {
      let place = open.begin(Self.name(number), number) { number }
      #expect(open.place(of: number) == place)
      #expect(open.end(Self.name(number)) == number)
      #expect(open.place(of: number) == nil)
    }
  }
}
