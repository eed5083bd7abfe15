import Foundation
import HeraldLog
import SystemPackage

/// The tool that writes rows as Parquet. It is a program of its own because it uses Python's Parquet library.
struct ParquetTool {
  let program: URL

  private static let variable = "HERALD_PARQUET"
  private static let inCheckout = "Tools/parquet/write"
  private static let inPath = "herald-parquet"

  /// Finds the tool: the path in `HERALD_PARQUET`, beside the program, where Python's wheel puts it, in the checkout that
  /// the program was built in, or in `PATH`.
  ///
  /// - Throws: ``LogFileError`` where the tool is not found.
  init() throws {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment[Self.variable], !path.isEmpty {
      guard FileManager.default.isExecutableFile(atPath: path) else {
        throw Self.missing("`\(path)`, which the variable \(Self.variable) names, is not a program")
      }
      program = URL(fileURLWithPath: path)
      return
    }
    let folders = (environment["PATH"] ?? "").split(separator: ":").map { URL(fileURLWithPath: String($0)) }
    let outer = Self.foldersOfProgram
    let places =
      outer.prefix(1).map { $0.appendingPathComponent(Self.inPath) }
      + outer.map { $0.appendingPathComponent(Self.inCheckout) }
      + folders.map { $0.appendingPathComponent(Self.inPath) }
    guard let found = places.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      throw Self.missing(
        "there is no `\(Self.inCheckout)` above the program, and no `\(Self.inPath)` beside it or in PATH")
    }
    program = found
  }

  /// The folders that the program is in, its own first.
  private static var foldersOfProgram: [URL] {
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return [] }
    return sequence(first: program.deletingLastPathComponent()) { folder in
      folder.path == "/" ? nil : folder.deletingLastPathComponent()
    }.map { $0 }
  }

  private static func missing(_ why: String) -> LogFileError {
    LogFileError(
      ExportCode.noParquetTool, what: "The tool that writes Parquet is not there.", file: inCheckout, why: why,
      fix: "install it: pip install 'herald-log[parquet]'; or set \(variable) to `\(inCheckout)` of Herald's sources; "
        + "or export --as csv, which DuckDB, pandas and Polars read too")
  }

  /// Runs the tool on rows.
  ///
  /// - Parameters:
  ///   - schema: a file with the tables' schema.
  ///   - folder: the folder for the new tables.
  ///   - rows: writes the rows to the tool's standard input.
  func write(schema: String, to folder: String, _ rows: (FileDescriptor) throws -> Void) throws {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = program
    process.arguments = ["--schema", schema, "-o", folder]
    process.standardInput = pipe
    // If the tool ends early, its exit status says so.
    signal(SIGPIPE, SIG_IGN)
    do { try process.run() } catch {
      throw failed("it cannot be started: \(error.localizedDescription)", "check that it may be run")
    }
    let input = FileDescriptor(rawValue: pipe.fileHandleForWriting.fileDescriptor)
    let result = Result { try rows(input) }
    try? pipe.fileHandleForWriting.close()
    if case .failure(let error) = result, error as? Errno != .brokenPipe { process.terminate() }
    process.waitUntilExit()
    if case .failure(let error) = result, error as? Errno != .brokenPipe { throw error }
    switch process.terminationStatus {
    case 0: return
    case 127: throw failed("it needs Python 3, which is not in PATH", "install Python 3.10 or newer")
    case let status: throw failed("it ended with status \(status)", "do what it says above, and do it again")
    }
  }

  private func failed(_ why: String, _ fix: String) -> LogFileError {
    LogFileError(
      ExportCode.parquetFailed, what: "`\(program.path)` made no tables.", file: program.path, why: why,
      fix: fix + "; nothing is half done")
  }
}
