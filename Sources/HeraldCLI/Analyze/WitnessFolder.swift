import Foundation
import Herald
import HeraldLog
import HeraldQuestions

/// A folder with the logs that prove an analysis, one file for each.
struct WitnessFolder {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Writes the logs under the names of their rules, such as `shown-update-7.jsonl`. No file is replaced.
  ///
  /// - Throws: `LogFileError` where the folder or a file cannot be written.
  func write(_ answer: AnalyzeAnswer) throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      for (name, witness) in logs(of: answer) {
        try Data(witness.log.utf8).write(
          to: URL(fileURLWithPath: path).appendingPathComponent("\(name).jsonl"), options: .withoutOverwriting)
      }
    } catch {
      throw LogFileError(
        .cannotOpen, what: "The logs cannot be written to `\(path)`.", file: path,
        why: "\(error.localizedDescription)",
        fix: "name a new folder, or one that can be written and has none of these files")
    }
  }

  private func logs(of answer: AnalyzeAnswer) -> [(name: String, witness: AnalyzeWitness)] {
    let shown = answer.rules.compactMap { rule in rule.witness.map { ("shown-\(Self.file(rule.rule.id))", $0) } }
    let pairs = answer.pairs.map { ("both-\(Self.file($0.wins.id))-\(Self.file($0.loses.id))", $0.witness) }
    let noText = answer.withoutText.map { ("noText-\(Self.file($0.rule.id))", $0.witness) }
    let nowhere = answer.leadingNowhere.map { ("nowhere-\(Self.file($0.rule.id))", $0.witness) }
    return shown + pairs + noText + nowhere
  }

  /// A rule's id as a part of a file's name.
  private static func file(_ id: ExactString) -> String {
    String(
      String.UnicodeScalarView(
        id.string.unicodeScalars.map { scalar in
          let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
          return isPlain || scalar == "." || scalar == "_" ? scalar : "-"
        }))
  }
}
