import Foundation
import GRDB
import Herald
import HeraldLog

/// The first arrival of an installation: the time by the server's clock, and its origin.
struct FirstArrival: Sendable {
  let source: ExactString
  let received: Timestamp
  let origin: ArrivalOrigin
}

/// The place that an upload came from.
struct ArrivalOrigin: Hashable, Sendable {
  /// The id of the token.
  let token: String
  /// A keyed digest of the address, which tells addresses apart and names none; nil where the address is not known.
  let address: [UInt8]?
}

extension StreamToken {
  private static let addressBytes = 8

  /// A digest of an address under the folder's secret.
  func digest(ofAddress address: String) -> [UInt8] {
    Array(
      SHA256Hasher.authenticationCode(of: Array("address\n\(address)".utf8), key: secret).prefix(Self.addressBytes))
  }
}

/// The first arrivals of an app's installations. The origin goes with the retention; the time stays as long as the
/// installation, which would count as new otherwise.
extension IntakeLog {
  /// The table of the first arrivals.
  static let firstsTable = """
    CREATE TABLE firsts (
      source TEXT PRIMARY KEY, received INTEGER NOT NULL, token TEXT, address BLOB
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX firsts_by_time ON firsts (received);
    """

  /// Records a first arrival. An installation that has one keeps it.
  func insert(_ first: FirstArrival, into database: Database) throws {
    try database.cachedStatement(sql: "INSERT OR IGNORE INTO firsts VALUES (?, ?, ?, ?)").execute(arguments: [
      first.source.string, first.received.milliseconds, first.origin.token, first.origin.address.map { Data($0) },
    ])
  }

  /// The installations that arrived first after a time, with their origins.
  func newcomers(since time: Timestamp) throws -> [ExactString: ArrivalOrigin] {
    try read("reading new installations") { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT source, token, address FROM firsts WHERE received > ?", arguments: [time.milliseconds])
      return Dictionary(
        rows.map { row in
          let address: Data? = row["address"]
          return (
            ExactString(row["source"] as String),
            ArrivalOrigin(token: row["token"] ?? "", address: address.map { Array($0) })
          )
        }
      ) { $1 }
    }
  }
}
