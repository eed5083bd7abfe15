import Herald
import HeraldFetch
import HeraldLog

/// Where a policy is, as it's named on the command line: a URL, or a file. The one place that makes a source of it.
struct PolicyPlace {
  /// How the document is read, which also says what its server wants to know in the request.
  let format: String
  let allowsPlainHTTP: Bool

  func source(_ name: String) -> any PolicySource {
    guard Self.isURL(name) else { return FileSource(name) }
    var options = HTTPOptions()
    options.allowsPlainHTTP = allowsPlainHTTP
    options.parameters = parameters
    return HTTPSource(name, options: options)
  }

  /// As the format's own clients ask.
  private var parameters: RequestParameters {
    switch format {
    case "ssvc": .ssvc
    case "turkcell": .turkcell
    default: .none
    }
  }

  /// Makes sure that a file is there and can be read; whether an address answers is for the fetch to say.
  ///
  /// - Throws: `LogFileError`.
  static func check(_ name: String) throws {
    // Standard input is for the steps.
    if !isURL(name), !name.hasPrefix("file:") { _ = try PolicyInput(name == "-" ? "./-" : name) }
  }

  static func isURL(_ name: String) -> Bool {
    let lowered = name.lowercased()
    return lowered.contains("://") && !lowered.hasPrefix("file:")
  }
}
