import Herald
import HeraldQuestions

/// The result of `herald report`, in words and as JSON.
struct WrittenReport {
  let isFleet: Bool
  /// The size of the page in which a reader begins.
  var bytes: Int
  let installations: Int
  /// The linked pages of a folder; nil where the page stands alone.
  var devices: Int?

  func words(_ file: String) -> String {
    let about = isFleet ? installations.of("installation", "installations") : "one installation"
    let linked = devices.map { ", \($0.of("page", "pages")) of installations that are worth a look" } ?? ""
    return "\(file.shown): \(about)\(linked), \((bytes / 1024 + 1).grouped) KiB. Open it in a browser.\n"
  }

  func json(_ file: String) -> String {
    var writer = JSONWriter()
    writer.line {
      $0.member("page", isFleet ? "fleet" : "device")
      $0.member("file", file)
      $0.member("bytes", bytes)
      $0.member("installations", installations)
      if let devices { $0.member("devices", devices) }
    }
    return writer.string
  }
}
