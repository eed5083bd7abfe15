import Foundation
import Testing

@Suite("The README's Swift code")
struct ReadmeTests {
  @Test("Each Swift sample of the README is compiled in a file `ReadmeSample.swift`")
  func compiled() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)?.allObjects ?? []
    let compiled = try files.compactMap { $0 as? URL }.filter { $0.lastPathComponent == "ReadmeSample.swift" }.map {
      Self.lines(try String(contentsOf: $0, encoding: .utf8))
    }
    let readme = tests.deletingLastPathComponent().appendingPathComponent("README.md")
    let samples = try String(contentsOf: readme, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
    #expect(samples.count == compiled.count)
    for sample in samples {
      let lines = Self.lines(sample.components(separatedBy: "```")[0])
      // The imports stand at the head of a file, apart from the rest.
      let imports = lines.filter { $0.hasPrefix("import ") }
      let code = lines.drop { $0.hasPrefix("import ") }
      #expect(compiled.contains { $0.contains(code) && imports.allSatisfy($0.contains) }, "\(sample) isn't compiled")
    }
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
