import Foundation
import Testing

@testable import HeraldCLI

/// Runs the built binary.
enum Herald {
  /// The output of a run, and its exit status.
  struct Run {
    let status: Int32
    let output: String
    let errors: String
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// The code of each finding on standard error, which begins as `error[notJSON]: ` does.
    var codes: [String] {
      errors.split(separator: "\n").compactMap { line in
        let parts = line.prefix { $0 != ":" }.split(separator: "[")
        guard parts.count == 2, ["error", "warning", "note"].contains(parts[0]), parts[1].hasSuffix("]") else {
          return nil
        }
        return String(parts[1].dropLast())
      }
    }
  }

  /// The folder that the tests and the binary were built into.
  private static var products: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
  }

  static var binary: URL { products.appendingPathComponent("herald") }

  /// The repository.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func run(_ arguments: String..., input: String? = nil) throws -> Run {
    try run(arguments, input: input)
  }

  /// - Parameter environment: variables besides those of the tests; those that continuous integration sets are unset.
  static func run(
    _ arguments: [String], input: String? = nil, program: URL = binary, environment: [String: String] = [:],
    in working: URL = root
  ) throws -> Run {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("herald-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files in place of pipes: a full pipe would block the program until it is read.
    func file(_ name: String, _ text: String = "") throws -> URL {
      let file = folder.appendingPathComponent(name)
      try Data(text.utf8).write(to: file)
      return file
    }
    let (output, errors) = (try file("out"), try file("err"))
    let process = Process()
    process.executableURL = program
    process.currentDirectoryURL = working
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "CI" && !$0.key.hasPrefix("GITHUB_") }
      .merging(environment) { $1 }
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: file("in", input ?? ""))
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    let run = Run(
      status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8))
    for code in run.codes {
      #expect(explained.contains(code), "herald explain-code does not know \(code)")
    }
    return run
  }

  private static let explained = Set(CodeGroup.all.flatMap(\.codes).map(\.name))
}

/// A temporary folder for one test, removed with it.
final class Scratch {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("herald-test-\(UUID().uuidString)")
  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    return path(name)
  }
}
