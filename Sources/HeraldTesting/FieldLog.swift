public import Foundation
import Herald
import HeraldFormats
import HeraldLog

/// A log from the field with its expected outcome: a folder of such logs is a regression test.
///
/// A case is a folder with a `log.jsonl`. The expected outcome is in `expect.jsonl` beside it: the lines of
/// `herald replay --decisions --format json` and then those of `--states`, or one line `{"refused":CODE,"line":N}` for a
/// log that must be refused. An optional `case.json` describes the case and how its log is read: `situation` (text),
/// `partial` and `skipInvalid` (booleans).
///
/// ```swift
/// @Test("what happened in the field still follows", arguments: try FieldLog.all(in: "Events"))
/// func fieldLog(_ log: FieldLog) throws {
///   #expect(try log.disagreements() == [])
/// }
/// ```
public struct FieldLog: Sendable, Hashable, CustomStringConvertible {
  /// The case's folder.
  public let folder: URL
  /// The folder's path relative to the corpus, such as `clock/set-back-two-days`.
  public let name: String
  /// The case's description in `case.json`; nil without one.
  public let situation: String?
  let isPartial: Bool
  let skipsInvalid: Bool

  /// The name that test runners show.
  public var description: String { name }

  /// All cases in a folder and its subfolders, sorted by name.
  ///
  /// - Parameter corpus: the folder's path, relative to the working folder or not.
  /// - Throws: ``FieldLogError`` where the folder has no case, or a `case.json` cannot be read.
  public static func all(in corpus: String) throws -> [FieldLog] {
    let root = URL(fileURLWithPath: corpus).standardizedFileURL
    var cases: [FieldLog] = []
    for case let file as URL in FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil) ?? .init()
    where file.lastPathComponent == "log.jsonl" {
      cases.append(try FieldLog(folder: file.deletingLastPathComponent().standardizedFileURL, below: root))
    }
    guard !cases.isEmpty else {
      throw FieldLogError(
        description: "`\(corpus)` has no case. A case is a folder with a `log.jsonl`: copy a field log there.")
    }
    return cases.sorted { $0.name < $1.name }
  }

  init(folder: URL, below root: URL) throws {
    self.folder = folder
    name = String(folder.path.dropFirst(root.path.count).drop { $0 == "/" })
    let file = folder.appendingPathComponent("case.json")
    guard FileManager.default.fileExists(atPath: file.path) else {
      (situation, isPartial, skipsInvalid) = (nil, false, false)
      return
    }
    do {
      let about = try JSONDecoder().decode(About.self, from: Data(contentsOf: file))
      situation = about.situation
      isPartial = about.partial ?? false
      skipsInvalid = about.skipInvalid ?? false
    } catch {
      throw FieldLogError(description: "`\(file.path)` cannot be read: \(error). Write {\"situation\": \"…\"}.")
    }
  }

  private struct About: Decodable {
    var situation: String?
    var partial: Bool?
    var skipInvalid: Bool?
  }

  var log: URL { folder.appendingPathComponent("log.jsonl") }
  var expectation: URL { folder.appendingPathComponent("expect.jsonl") }

  /// The options with which `herald replay` reads the log.
  public var arguments: [String] { (isPartial ? ["--partial"] : []) + (skipsInvalid ? ["--skip-invalid"] : []) }
}

/// A corpus or a case that cannot be read.
public struct FieldLogError: Error, CustomStringConvertible {
  /// What is wrong, and how to fix it.
  public let description: String
}
