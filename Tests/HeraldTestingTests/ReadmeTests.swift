import Foundation
import Testing

@Suite("The Swift code of the README and of the page about field logs")
struct ReadmeTests {
  private static let pages = ["README.md", "Sources/HeraldTesting/HeraldTesting.docc/HeraldTesting.md"]

  @Test("Each Swift sample of the README and of HeraldTesting's page is compiled in a file `ReadmeSample.swift`")
  func compiled() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)?.allObjects ?? []
    let compiled = try files.compactMap { $0 as? URL }.filter { $0.lastPathComponent == "ReadmeSample.swift" }.map {
      Self.lines(try String(contentsOf: $0, encoding: .utf8))
    }
    let samples = try Self.pages.flatMap { page in
      let file = tests.deletingLastPathComponent().appendingPathComponent(page)
      return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
    }
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
