import Herald
import HeraldFetch
import HeraldLog
import HeraldRuntime

/// Makes a policy source of the URL or path on the command line.
struct PolicyPlace {
  /// The format's name. It also decides which parameters the request has.
  let format: String
  let allowsPlainHTTP: Bool

  func source(_ name: String) -> any PolicySource {
    guard Self.isURL(name) else { return FileSource(name) }
    var options = HTTPOptions()
    options.allowsPlainHTTP = allowsPlainHTTP
    options.parameters = parameters
    return HTTPSource(name, options: options)
  }

  /// The parameters that the format's own clients send.
  private var parameters: RequestParameters {
    switch format {
    case "ssvc": .ssvc
    case "turkcell": .turkcell
    default: .none
    }
  }

  /// Checks that a file can be read. A URL is not checked: the fetch reports whether it answers.
  ///
  /// - Throws: `LogFileError`.
  static func check(_ name: String) throws {
    // Standard input carries the steps, so `-` is a file of that name.
    if !isURL(name), !name.hasPrefix("file:") { _ = try PolicyInput.policy(name == "-" ? "./-" : name) }
  }

  static func isURL(_ name: String) -> Bool {
    let lowered = name.lowercased()
    return lowered.contains("://") && !lowered.hasPrefix("file:")
  }
}
