import Herald
import Testing

@Suite("Collected versions")
struct AppVersionVectorTests {
  @Test("Two collected versions compare as their case says", arguments: try Vector.read("versions"))
  func collectedVersionsCompareAsTheCaseSays(vector: Vector) throws {
    let expected = try #require(Differences.versions[vector.id]?.answer ?? vector["order"]?.string)
    let order = try Self.order(vector.text("a"), vector.text("b"))
    #expect(order == expected)
  }

  /// `<`, `=`, `>`, or `error` where one of the texts is not a version.
  private static func order(_ left: String, _ right: String) -> String {
    guard let a = AppVersion(left), let b = AppVersion(right) else { return "error" }
    return a < b ? "<" : a > b ? ">" : a == b ? "=" : "none"
  }
}
