import Foundation
import Herald
import Testing

@Suite("Samples in doc comments of Herald, HeraldLines, HeraldLog, HeraldQuestions and HeraldPages")
struct SampleTests {
  @Test(
    "Each sample in a module's doc comments is compiled beside this test",
    arguments: ["Herald", "HeraldLines", "HeraldLog", "HeraldQuestions", "HeraldPages"])
  func compiled(module: String) throws {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let compiled = try Self.texts(in: here).map { Self.lines($0.text) }
    let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let samples = try Self.samples(in: root.appendingPathComponent("Sources/\(module)"))
    #expect(!samples.isEmpty)
    for (file, sample) in samples {
      #expect(compiled.contains { $0.contains(sample) }, "\(file) has a sample that isn't compiled")
    }
  }

  private static func texts(in folder: URL) throws -> [(file: String, text: String)] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map {
      ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
    }
  }

  /// The samples of a folder's files, without indentation.
  private static func samples(in folder: URL) throws -> [(file: String, sample: String)] {
    try texts(in: folder).flatMap { file, text in
      text.components(separatedBy: "/// ```swift\n").dropFirst().map {
        (file, lines($0.components(separatedBy: "/// ```")[0].replacing("/// ", with: "").replacing("///", with: "")))
      }
    }
  }

  private static func lines(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      .joined(separator: "\n")
  }
}
