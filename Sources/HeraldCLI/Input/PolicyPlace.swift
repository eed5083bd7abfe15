import Herald
import HeraldFetch
import HeraldLog

/// Where a policy is, as it's named on the command line: a URL, or a file. The one place that makes a source of it.
enum PolicyPlace {
  static func source(_ name: String) -> any PolicySource {
    isURL(name) ? UnfetchedURL(url: name) : FilePolicy(path: name)
  }

  /// Makes sure that a file is there and can be read; whether an address answers is for the fetch to say.
  ///
  /// - Throws: `LogFileError`.
  static func check(_ name: String) throws {
    if !isURL(name) { _ = try PolicyInput(name) }
  }

  static func isURL(_ name: String) -> Bool { name.contains("://") }
}

/// A document in a file.
struct FilePolicy: PolicySource {
  let path: String
  var url: String { path }

  func fetch(_ request: FetchRequest) async -> FetchOutcome {
    do {
      let input = try PolicyInput(path)
      guard var fault = input.fault else { return .document(text: input.text, Validators()) }
      fault.file = path
      return .failed(FetchFailure(reason: "notText", diagnostic: fault))
    } catch let error as LogFileError {
      return .failed(FetchFailure(reason: "unreadable", diagnostic: error.diagnostic))
    } catch {
      let diagnostic = Diagnostic(
        "cannotRead", .error, what: "`\(path)` cannot be read.", file: path, why: "\(error)", fix: "check the file")
      return .failed(FetchFailure(reason: "unreadable", diagnostic: diagnostic))
    }
  }
}

/// An address that nothing here can ask.
private struct UnfetchedURL: PolicySource {
  let url: String

  func fetch(_ request: FetchRequest) async -> FetchOutcome {
    let diagnostic = Diagnostic(
      "offline", .error, what: "`\(url)` was not asked.", why: "this build of herald fetches files only",
      fix: "download the document and name the file")
    return .failed(FetchFailure(reason: "offline", diagnostic: diagnostic))
  }
}
