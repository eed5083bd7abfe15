public import Foundation
import Herald
public import HeraldFormats

/// A log from the field with its expected outcome: a folder of such logs is a regression test.
///
/// A case is a folder with a `log.jsonl`. The expected outcome is in `expect.jsonl` beside it: the lines of
/// `herald replay --decisions --format json` and then the lines of `--states`, or one line `{"refused":CODE,"line":N}`
/// for a log that must be refused. An optional `case.json` describes the case and the way to read its log: `situation`
/// (text), `partial` and `skipInvalid` (booleans), `refusedLine` (number).
///
/// ```swift
/// @Test("what happened in the field still follows", arguments: try FieldLog.all(in: "Events"))
/// func fieldLog(_ log: FieldLog) throws {
///   try log.check()
/// }
/// ```
public struct FieldLog: Sendable, Hashable, CustomStringConvertible {
  /// The case's folder.
  public let folder: URL
  /// The folder's path relative to the corpus, such as `clock/set-back-two-days`.
  public let name: String
  /// The case's description in `case.json`; nil without one.
  public let situation: String?
  /// The formats that turn the log's documents into policies.
  public let formats: FormatRegistry
  let isPartial: Bool
  let skipsInvalid: Bool
  /// True if `case.json` says that the log must be refused.
  package let mustBeRefused: Bool

  /// The name that test runners show.
  public var description: String { name }

  /// All cases in a folder and its subfolders, sorted by name.
  ///
  /// - Parameters:
  ///   - corpus: the folder's path, relative to the working folder or not.
  ///   - formats: the formats of documents; with the app's own formats where its logs have some.
  /// - Throws: ``FieldLogError`` where the folder has no case, or a `case.json` cannot be read; `LogFileError` for a
  ///   folder that cannot be read.
  public static func all(in corpus: String, formats: FormatRegistry = .standard) throws -> [FieldLog] {
    let root = URL(fileURLWithPath: corpus).standardizedFileURL
    return try folders(in: corpus).map { try FieldLog(folder: $0, below: root, formats: formats) }
  }

  /// The folders of all cases, sorted by their path.
  ///
  /// - Throws: ``FieldLogError`` where there is none; `LogFileError` for a folder that cannot be read.
  package static func folders(in corpus: String) throws -> [URL] {
    let folders = try CorpusFiles.named("log.jsonl", in: corpus).map { $0.deletingLastPathComponent() }
    guard !folders.isEmpty else {
      throw FieldLogError(
        .noCase, what: "`\(corpus)` has no case.", file: corpus, why: "a case is a folder with a `log.jsonl`",
        fix: "copy a field log there")
    }
    return folders.sorted { $0.path < $1.path }
  }

  /// The name of a case: its path below the corpus, or the folder's name where it is the corpus itself.
  package static func name(of folder: URL, below root: URL) -> String {
    let path = String(folder.path.dropFirst(root.path.count).drop { $0 == "/" })
    return path.isEmpty ? folder.lastPathComponent : path
  }

  package init(folder: URL, below root: URL, formats: FormatRegistry = .standard) throws {
    self.formats = formats
    self.folder = folder
    name = Self.name(of: folder, below: root)
    let file = folder.appendingPathComponent("case.json")
    guard FileManager.default.fileExists(atPath: file.path) else {
      (situation, isPartial, skipsInvalid, mustBeRefused) = (nil, false, false, false)
      return
    }
    do {
      let about = try JSONDecoder().decode(About.self, from: Data(contentsOf: file))
      situation = about.situation
      isPartial = about.partial ?? false
      skipsInvalid = about.skipInvalid ?? false
      mustBeRefused = about.refusedLine != nil
    } catch {
      throw FieldLogError(
        .invalidCase, what: "`case.json` of `\(name)` cannot be read.", file: file.path, why: Self.reason(of: error),
        fix: "write an object such as {\"situation\": \"…\"}")
    }
  }

  /// The reason in one clause: a decoder's errors describe themselves in several lines.
  private static func reason(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return error.localizedDescription }
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context):
      let key = context.codingPath.map(\.stringValue).joined(separator: ".")
      return key.isEmpty ? "it is not an object" : "the value of `\(key)` has the wrong kind"
    case .dataCorrupted: return "it is not JSON"
    @unknown default: return "it cannot be decoded"
    }
  }

  private struct About: Decodable {
    var situation: String?
    var partial: Bool?
    var skipInvalid: Bool?
    var refusedLine: Int?
  }

  package var log: URL { folder.appendingPathComponent("log.jsonl") }
  package var expectation: URL { folder.appendingPathComponent("expect.jsonl") }

  /// The options with which `herald replay` reads the log.
  public var arguments: [String] { (isPartial ? ["--partial"] : []) + (skipsInvalid ? ["--skip-invalid"] : []) }
}
