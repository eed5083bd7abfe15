import Foundation
import HeraldTesting
import Synchronization
import Testing

/// A copy of a case of the corpus, in a temporary folder that is removed with it.
final class CopiedCase {
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent("herald-case-\(UUID().uuidString)")
  let folder: URL
  var expectation: URL { folder.appendingPathComponent("expect.jsonl") }

  init(_ name: String) throws {
    let original = URL(fileURLWithPath: CorpusTests.corpus).appendingPathComponent(name)
    folder = root.appendingPathComponent(original.lastPathComponent)
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: original, to: folder)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  func log() throws -> FieldLog { try #require(FieldLog.all(in: root.path).first) }

  func change(_ text: String, to other: String, inLine line: Int) throws {
    var lines = try String(contentsOf: expectation, encoding: .utf8).components(separatedBy: "\n")
    try #require(lines[line - 1].contains(text))
    lines[line - 1] = lines[line - 1].replacing(text, with: other)
    try Data(lines.joined(separator: "\n").utf8).write(to: expectation)
  }

  func changeAll(_ text: String, to other: String) throws {
    let lines = try String(contentsOf: expectation, encoding: .utf8)
    try #require(lines.contains(text))
    try Data(lines.replacing(text, with: other).utf8).write(to: expectation)
  }

  /// The comments of the issues that a check records, without the smallest log.
  func differences() throws -> [String] {
    try issues().map { $0.components(separatedBy: "\n  The smallest log in which")[0] }
  }

  /// The comments of the issues that a check records.
  func issues() throws -> [String] {
    let log = try log()
    let comments = Mutex<[String]>([])
    try withKnownIssue {
      try log.check()
    } matching: { issue in
      comments.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    return comments.withLock { $0 }
  }
}
