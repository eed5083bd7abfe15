import CMutants
import Glibc
import Herald
import HeraldFormats
import HeraldLines

/// A log, what follows from it, and the places that are reached on the way.
struct TestedLog {
  private let path: String
  private let options: ReadingOptions
  /// True where the log is held against the laws, which takes longer than folding it.
  private let obeysLaws: Bool
  private(set) var outcome: [UInt8] = []
  /// The law that it breaks without any change; nil for none.
  private(set) var broken: String?
  /// A byte for each place; empty where it is unknown, and each may be reached.
  private var reached: [UInt8] = []
  private var reachedByLaws: [UInt8] = []

  init(listed line: Substring) {
    let words = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    options = ReadingOptions(skipsInvalid: words[0].contains("s"), isPartial: words[0].contains("p"))
    obeysLaws = words[0].contains("l")
    path = String(words[1])
  }

  /// Notes what follows without a change.
  mutating func look() {
    outcome = followed()
    reached = Self.takeReached()
    broken = brokenLaw()
    reachedByLaws = Self.takeReached()
  }

  /// The log with an outcome that is known.
  func with(outcome: [UInt8]) -> TestedLog {
    var log = self
    log.outcome = outcome
    return log
  }

  /// The places that are reached again, when all constants are known.
  func reachedAgain() -> [UInt8] {
    _ = followed()
    _ = brokenLaw()
    return Self.takeReached()
  }

  func isReached(_ place: Int32) -> Bool { reached.isEmpty || reached[Int(place)] != 0 }
  func isReachedByLaws(_ place: Int32) -> Bool { reachedByLaws.isEmpty || reachedByLaws[Int(place)] != 0 }

  /// The decisions and states, or the refusal.
  func followed() -> [UInt8] {
    do {
      var lines: [UInt8] = []
      try reader(DocumentShelf(reading: Formats.reading)).replayLines([.decisions, .states]) { lines += $0 }
      return lines
    } catch let refused as LogRefused {
      let first = refused.diagnostics.first
      return Array(#"{"refused":"\#(first?.code.name ?? "")","line":\#(first?.place?.line ?? 0)}"#.utf8)
    } catch {
      return Array("\(error)".utf8)
    }
  }

  /// The first law that the log breaks; nil for none.
  func brokenLaw() -> String? {
    if !obeysLaws { return nil }
    let shelf = DocumentShelf(reading: Formats.reading)
    var laws = Laws(shelf)
    do { try reader(shelf).replay(visitor: &laws) } catch { return nil }
    return laws.broken
  }

  private func reader(_ shelf: DocumentShelf) throws -> LogReader {
    let reader = LogReader(log: try ByteSource(path: path), shelf: shelf, options: options)
    reader.needsEvents = true
    return reader
  }

  private static func takeReached() -> [UInt8] {
    var reached = [UInt8](repeating: 0, count: Int(MUTANTS_MOST))
    mutants_take_reached(&reached)
    // Place 0 is none of the core, so that the outcome with it must be the same.
    reached[0] = 1
    return reached
  }
}
