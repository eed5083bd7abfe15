import Herald
import HeraldLog

/// The events of one request.
struct ReceivedUpload: Sendable {
  let batch: LineBatch
  let origin: ArrivalOrigin
  let received: Timestamp
  /// The time at which the device sent it, by the device's clock and in its own words; nil where the upload has none.
  let sent: String?
}
