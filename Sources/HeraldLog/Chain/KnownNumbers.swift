import GRDB
import Herald

/// The numbers that texts and profiles have in a ledger, without giving new ones.
final class KnownNumbers: PackedNumbering {
  private let database: Database
  private let text: RawStatement
  private let profile: RawStatement
  private var known = NumberCache()
  private var isMissing = false
  private var failure: (any Error)?

  init(on database: Database) throws {
    self.database = database
    text = try RawStatement("SELECT id FROM texts WHERE text = ?", on: database)
    profile = try RawStatement("SELECT id FROM profiles WHERE properties = ?", on: database)
  }

  /// True if every text and profile so far has a number.
  func isComplete() throws -> Bool {
    if let failure { throw failure }
    return !isMissing
  }

  func number(of value: ExactString) -> Int { known.number(of: value) { find($0, by: text) } }

  func number(of value: Profile) -> Int { known.number(of: value) { find($0, by: profile) } }

  private func find(_ value: String, by select: RawStatement) -> Int {
    select.bind(copying: value, at: 1)
    do {
      if let number = try select.number() { return Int(number) }
      isMissing = true
    } catch { failure = error }
    return 0
  }

  /// Compares the checksums of all texts and profiles.
  func compareAll() throws {
    for (table, column) in [("texts", "text"), ("profiles", "properties")] {
      let rows = try RawStatement("SELECT id, \(column), sum FROM \(table)", on: database)
      while try rows.step() {
        let number = Int(rows.integer(0))
        guard rows.integer(2) == RowSum.text(number: number, rows.bytes(1)) else {
          throw FoundDifference(table, "number \(number)")
        }
      }
    }
  }
}
