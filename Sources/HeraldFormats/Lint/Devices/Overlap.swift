/// The devices that two rules share, judged by properties only.
enum Overlap: Sendable {
  /// No device was found that meets both.
  case none
  /// Some devices meet both, such as this one.
  case some(example: String)
  /// Each device that may see the later rule also meets the conditions of the earlier one.
  case whole
}
