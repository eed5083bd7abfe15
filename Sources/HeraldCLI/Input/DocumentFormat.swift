import ArgumentParser
import HeraldFormats

/// A format's name as a person writes it.
enum DocumentFormat {
  static let names = Formats.all.flatMap { $0.names }

  static func check(_ name: String) throws {
    if names.contains(name) { return }
    throw ValidationError("The format '\(name)' is not known. Use one of: \(names.joined(separator: ", ")).")
  }
}
