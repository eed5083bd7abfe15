import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Wildcards")
struct WildcardTests {
  /// The meaning of a wildcard, written as it is defined: a star is nothing, or one scalar and a star.
  private static func means(_ pattern: ArraySlice<Unicode.Scalar>, _ value: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = pattern.first else { return value.isEmpty }
    if first == "*" {
      return means(pattern.dropFirst(), value) || !value.isEmpty && means(pattern, value.dropFirst())
    }
    guard let scalar = value.first, first == "?" || first == scalar else { return false }
    return means(pattern.dropFirst(), value.dropFirst())
  }

  @Test("A wildcard matches the values that its definition names", arguments: Seeds.all)
  func definition(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<2000 {
      let pattern = (0..<Int.random(in: 0...7, using: &random)).map { _ in
        (["a", "b", "?", "*"] as [Unicode.Scalar]).randomElement(using: &random) ?? "*"
      }
      let value = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        (["a", "b", "*"] as [Unicode.Scalar]).randomElement(using: &random) ?? "a"
      }
      #expect(
        Wildcard(pattern).matches(value) == Self.means(pattern[...], value[...]), "\(pattern) over \(value)")
    }
  }

  @Test("A piece that is longer than a word of bits is found", arguments: [63, 64, 65, 128, 200])
  func longPieces(length: Int) {
    let piece = String(repeating: "ab", count: length) + "?c"
    let value = String(repeating: "x", count: 300) + String(repeating: "ab", count: length) + "dc" + "yy"
    #expect(Wildcard("*\(piece)*".unicodeScalars).matches(Array(value.unicodeScalars)))
    #expect(!Wildcard("*\(piece)e*".unicodeScalars).matches(Array(value.unicodeScalars)))
  }
}
