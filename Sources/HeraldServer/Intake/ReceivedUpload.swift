import Herald
import HeraldLog

/// The events of one request.
struct ReceivedUpload: Sendable {
  let batch: LineBatch
  let origin: ArrivalOrigin
  let received: Timestamp
  /// The time at which the device sent it, by the device's clock and in its own words; nil where the upload has none.
  let sent: String?

  /// The batch with its arrival, which the ledger stores with the events.
  var receivedBatch: LineBatch {
    var batch = batch
    batch.reception = Reception(received: received, sent: sent.flatMap { DeviceTime(rfc3339: $0)?.moment })
    return batch
  }
}
