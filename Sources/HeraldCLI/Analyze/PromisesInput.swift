import Foundation
import Herald
import HeraldQuestions

/// A file of promises as the command line names it, with the documents that it compares with.
struct PromisesInput {
  private let name: String
  private let promises: [Promise]
  private let others: [String: Document]

  /// - Throws: `PromisesRefused` for a file that has no promises; `LogFileError` where a file cannot be read.
  init(_ name: String, _ reader: DocumentReader) throws {
    self.name = name
    promises = try PromiseFile(try PolicyInput(name).text, named: name).promises
    var others: [String: Document] = [:]
    for other in promises.compactMap(\.other) where others[other] == nil {
      others[other] = reader.document(try PolicyInput.policy(Self.path(of: other, besides: name)))
    }
    self.others = others
  }

  func question(_ document: Document, named file: String) -> PromisesQuestion {
    var question = PromisesQuestion(document, named: file, promises, named: name)
    question.others = others
    return question
  }

  /// The path of a document that a promise names from the folder of its file.
  private static func path(of other: String, besides name: String) -> String {
    if name == "-" || other.hasPrefix("/") { return other }
    let folder = (name as NSString).deletingLastPathComponent
    return folder.isEmpty ? other : (folder as NSString).appendingPathComponent(other)
  }
}
