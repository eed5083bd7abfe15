/// The reason why a text is not XML that Herald reads, and the offset of the place in bytes.
struct XMLFault: Error {
  let offset: Int
  let reason: String
  let fix: String

  init(_ offset: Int, _ reason: String, fix: String = "correct the markup here") {
    self.offset = offset
    self.reason = reason
    self.fix = fix
  }
}
