import ArgumentParser
import Foundation
import Herald
import HeraldFetch
import HeraldFormats
import HeraldLog
import HeraldRuntime
import SystemPackage

/// A policy document as the command line names it: a file, or `-` for standard input.
struct PolicyInput {
  let name: String
  let text: String

  /// - Throws: ``LogFileError`` where the file cannot be opened or read, and for bytes that are not text.
  init(_ name: String) throws { try self.init(name, try Self.bytes(of: name)) }

  private init(_ name: String, _ bytes: [UInt8]) throws {
    guard let text = DocumentText.read(bytes, charset: nil) else {
      throw LogFileError(
        FetchCode.notText, what: "`\(name)` is not text.", file: name,
        why: "the bytes are not UTF-8, nor of the encoding that the document declares", fix: "save the file as UTF-8")
    }
    self.name = name
    self.text = text
  }

  /// Reads a policy; a ledger or a log in its place is refused.
  static func policy(_ name: String) throws -> PolicyInput {
    let bytes = try bytes(of: name)
    // The bytes of a ledger are not text, so a ledger is looked for first.
    try InputMistake.checkLedger(name, bytes)
    let input = try PolicyInput(name, bytes)
    try InputMistake.checkLog(name, Array(input.text.utf8))
    return input
  }

  /// The text of the signature file beside a policy; nil where there is none.
  static func signature(beside name: String) -> String? {
    if name == "-" { return nil }
    return (try? bytes(of: "\(name).minisig")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// True if a file lies where the signature of a policy is looked for.
  static func hasSignature(beside name: String) -> Bool { FileManager.default.fileExists(atPath: "\(name).minisig") }

  private static func bytes(of name: String) throws -> [UInt8] {
    let file: FileDescriptor
    do {
      file = name == "-" ? .standardInput : try .open(FilePath(name), .readOnly)
    } catch let error as Errno {
      throw LogFileError(
        .cannotOpen, what: "`\(name)` cannot be opened.", file: name, why: error.description,
        fix: "check the path and the permissions")
    }
    defer { if name != "-" { try? file.close() } }
    do {
      return try readAll(file)
    } catch let error as Errno {
      throw LogFileError(
        .cannotRead, what: "`\(name)` cannot be read to its end.", file: name, why: error.description,
        fix: "name a file that holds one policy document")
    }
  }

  private static func readAll(_ file: FileDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let part = try file.read(atMost: 1 << 16)
      if part.isEmpty { return bytes }
      bytes += part
    }
  }
}

/// The format of policies that are files.
struct PolicyFormatOption: ParsableArguments {
  @Option(
    name: [.customLong("policy-format"), .customLong("document-format")],
    help: ArgumentHelp("How the policy is to be read.", valueName: "format"), completion: .policyFormat)
  var policyFormat = "herald"

  func validate() throws { try DocumentFormat.check(policyFormat) }
}

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

/// A policy document that replaces the documents of a log.
enum ReplacingPolicy {
  /// Reads the document, and prints its errors on standard error.
  ///
  /// - Parameter name: a file, or `-` for standard input.
  /// - Throws: ``Failure/invalid`` where no device could accept it; `LogFileError` where it cannot be read.
  static func read(_ name: String, format: String) throws -> Document {
    let input = try PolicyInput.policy(name)
    let document = Document(text: input.text, format: ExactString(format))
    let read = Formats.read(document)
    for var finding in read.diagnostics where finding.severity == .error {
      finding.file = name
      Failure.tell(finding)
    }
    if case .refused = read.reading { throw Failure.invalid }
    return document
  }
}

/// Parses the name of a format on the command line.
enum DocumentFormat {
  static let names = Formats.all.flatMap { $0.names }

  static func check(_ name: String) throws {
    if names.contains(name) { return }
    throw ValidationError("The format '\(name)' is not known. Use one of: \(names.joined(separator: ", ")).")
  }
}
