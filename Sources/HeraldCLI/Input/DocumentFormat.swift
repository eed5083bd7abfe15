import ArgumentParser
import HeraldFormats

/// Parses the name of a format on the command line.
enum DocumentFormat {
  static let names = Formats.all.flatMap { $0.names }

  static func check(_ name: String) throws {
    if names.contains(name) { return }
    throw ValidationError("The format '\(name)' is not known. Use one of: \(names.joined(separator: ", ")).")
  }
}
