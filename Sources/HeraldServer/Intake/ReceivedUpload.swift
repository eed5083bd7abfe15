import Herald
import HeraldLog

/// The events of one request.
struct ReceivedUpload: Sendable {
  let batch: LineBatch
  let origin: ArrivalOrigin
  let received: Timestamp
  /// The device's time at which it was sent, as it wrote it; nil where it does not say.
  let sent: String?
}
