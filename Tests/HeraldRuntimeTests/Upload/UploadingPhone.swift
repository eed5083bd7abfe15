import Foundation
import Herald
import HeraldFormats
import HeraldLog
import HeraldRuntime

/// A phone that sends its events to a server within the process, only when a test says so.
struct UploadingPhone {
  let phone: TestPhone
  let server: StandInServer
  let renamed = SharedValue<[ExactString]>([])

  init() throws {
    phone = try TestPhone()
    server = try StandInServer(phone.path("server.sqlite"))
  }

  func upload(_ change: (inout Upload) -> Void = { _ in }) -> Upload {
    var upload = Upload(
      to: "https://herald.example.com", key: "the-key")
    upload.transport = server
    upload.isAutomatic = false
    upload.renamed = { [renamed] name in renamed.change { $0.append(name) } }
    change(&upload)
    return upload
  }

  /// A process of the app.
  func app(source: String? = "/i/1", _ change: (inout Upload) -> Void = { _ in }) -> Installation {
    phone.installation(source: source, upload: upload(change))
  }

  /// Sends what may be sent.
  func sends(_ app: Installation) async throws -> UploadStatus {
    guard let status = await app.upload() else { throw NoUpload() }
    return status
  }

  struct NoUpload: Error {}

  func head(of source: ExactString = "/i/1") throws -> StreamHead? {
    try LedgerReader(path: phone.ledger, reading: Formats.reading).head(of: source)
  }

  /// Whether the server has the phone's lines, byte for byte.
  func isSynced() throws -> Bool { try server.lines() == phone.lines() }
}
