import Foundation
import Herald
import HeraldLog
import HeraldQuestions

/// A folder with the logs that prove an analysis, one file for each.
struct WitnessFolder {
  private let path: String

  init(_ path: String) { self.path = path }

  /// The longest name of a file without its ending, in characters.
  private static let longestName = 80

  /// Writes the logs under their names, such as `shown-update-7.jsonl`. No file is replaced.
  ///
  /// - Throws: `LogFileError` where the folder or a file cannot be written, or one of the files is there already.
  func write(_ logs: [(name: String, witness: AnalyzeWitness)]) throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      var names: Set<String> = []
      let files = logs.map { log in
        // Ids that differ in signs alone have one name.
        let name = String(log.name.prefix(Self.longestName))
        let free = ([name] + (2..<logs.count + 2).map { "\(name)-\($0)" }).first { !names.contains($0) } ?? name
        names.insert(free)
        return (URL(fileURLWithPath: path).appendingPathComponent("\(free).jsonl"), log.witness)
      }
      // Before the first is written, so that no part of an analysis is left.
      if let there = files.first(where: { FileManager.default.fileExists(atPath: $0.0.path) }) {
        throw failed("`\(there.0.relativePath)` is there already")
      }
      for (file, witness) in files { try Data(witness.log.utf8).write(to: file, options: .withoutOverwriting) }
    } catch let error as LogFileError { throw error } catch { throw failed(error.localizedDescription) }
  }

  private func failed(_ why: String) -> LogFileError {
    LogFileError(
      .cannotOpen, what: "The logs cannot be written to `\(path)`.", file: path, why: why,
      fix: "name a new folder, or one that can be written and has none of these files")
  }
}

extension AnalyzeAnswer {
  /// The logs under the names of their rules.
  var logs: [(name: String, witness: AnalyzeWitness)] {
    let shown = rules.compactMap { rule in rule.witness.map { ("shown-\(Self.file(rule.rule.id))", $0) } }
    let pairs = pairs.map { ("both-\(Self.file($0.wins.id))-\(Self.file($0.loses.id))", $0.witness) }
    let noText = withoutText.map { ("noText-\(Self.file($0.rule.id))", $0.witness) }
    let nowhere = leadingNowhere.map { ("nowhere-\(Self.file($0.rule.id))", $0.witness) }
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

extension AgainstAnswer {
  /// The two logs of each change under its number.
  var logs: [(name: String, witness: AnalyzeWitness)] {
    changes.enumerated().flatMap { index, change in
      [("change-\(index + 1)-before", change.witness.before), ("change-\(index + 1)-after", change.witness.after)]
    }
  }
}

extension PromisesAnswer {
  /// The logs of each statement under its number.
  var logs: [(name: String, witness: AnalyzeWitness)] {
    promises.enumerated().flatMap { index, answer -> [(name: String, witness: AnalyzeWitness)] in
      let name = "promise-\(index + 1)"
      return switch answer.witness {
      case nil: []
      case .one(let log): [(name, log)]
      case .pair(let pair): [("\(name)-before", pair.before), ("\(name)-after", pair.after)]
      }
    }
  }
}
