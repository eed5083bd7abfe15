import Herald

/// A fact as a ledger stores it: what a replay needs of an event, with packed data.
struct StoredFact {
  /// `stream << 32 | revision`.
  var key: Int64
  /// Milliseconds since 1970.
  var time: Int64
  /// Minutes ahead of UTC.
  var zone: Int
  /// The ``EventType/code`` of the type; 0 for an unknown one.
  var code: Int
  /// Valid as long as the row that it was read from.
  var data: BorrowedBytes

  func isSame(as other: StoredFact) -> Bool {
    key == other.key && time == other.time && zone == other.zone && code == other.code && data.isSame(as: other.data)
  }
}

extension RawStatement {
  /// The current row of a query for `event, time, zone, type, data`.
  var fact: StoredFact {
    StoredFact(key: integer(0), time: integer(1), zone: Int(integer(2)), code: Int(integer(3)), data: bytes(4))
  }

  /// The current row of a query for `event, time, zone, type, data, sum`.
  ///
  /// - Throws: ``ChangedRow`` where the row is not as it was written.
  var verifiedFact: StoredFact {
    get throws {
      let fact = fact
      guard RowSum.covers(integer(5), fact) else { throw ChangedRow(table: "facts", row: "event \(fact.key)") }
      return fact
    }
  }
}
