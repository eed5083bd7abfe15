public import Herald

/// The progress of an upload.
public struct UploadStatus: Hashable, Sendable {
  /// The next step of an upload.
  public enum Standing: Hashable, Sendable {
    /// The server has everything.
    case complete
    /// The app's policy does not allow it now.
    case notAllowed
    /// The server could not take more, and is asked again at this time of the device.
    case waiting(until: Timestamp)
    /// The server takes nothing of this installation any more. It has this name from the next launch on.
    case renamed(ExactString)
    /// The ledger, or the file with the receipts, cannot be used.
    case failed
  }

  /// The next step.
  public internal(set) var standing: Standing
  /// The revision up to which the server has every event that it could take.
  public internal(set) var acknowledged: Int
  /// The number of events that this call sent and the server acknowledged.
  public internal(set) var sent = 0
  /// The problems, in the order in which they occurred.
  public internal(set) var findings: [Diagnostic] = []

  /// This status combined with an earlier one; unchanged for nil.
  package func following(_ earlier: UploadStatus?) -> UploadStatus {
    guard let earlier else { return self }
    var both = self
    both.sent += earlier.sent
    both.findings = earlier.findings + findings
    return both
  }
}
