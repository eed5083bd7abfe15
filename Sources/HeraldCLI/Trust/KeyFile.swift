import Foundation
import Herald
import HeraldLog
import SystemPackage

/// Reads and writes the files of keys and signatures.
enum KeyFile {
  /// The public key that a text is, or that a file holds.
  ///
  /// - Throws: `LogRefused` where it holds none, `LogFileError` where the file cannot be read.
  static func publicKey(_ name: String) throws -> PublicKey {
    if let key = PublicKey(name) { return key }
    let text = try PolicyInput(name).text
    if let key = text.split(whereSeparator: \.isNewline).lazy.compactMap({ PublicKey(String($0)) }).first { return key }
    throw LogRefused(
      Diagnostic(
        TrustCode.noPublicKey, .error, what: "`\(name)` is not a public key.", file: name,
        why: "no line of it is the base64 of `Ed`, a key's id and a key",
        fix: "give the .pub file that `herald key new` wrote, or the text in it"))
  }

  /// - Throws: `LogRefused` where the file holds no secret key that can be used.
  static func secretKey(_ name: String) throws -> SecretKey {
    switch SecretKey.read(try PolicyInput(name).text) {
    case .key(let key): return key
    case .encrypted:
      throw LogRefused(
        Diagnostic(
          TrustCode.encryptedKey, .error, what: "`\(name)` is under a password.", file: name,
          why: "Herald signs in programs, which nobody types a password for",
          fix: "sign with `minisign -S -l`, or take the password off a copy with `minisign -C -W`"))
    case .none:
      throw LogRefused(
        Diagnostic(
          TrustCode.noSecretKey, .error, what: "`\(name)` is not a secret key.", file: name,
          why: "it is not what `herald key new` or `minisign -G -W` writes, or its halves do not belong together",
          fix: "give the .key file"))
    }
  }

  /// Writes a new file. An existing file is never written over.
  ///
  /// - Parameter isSecret: true to let only the owner read it, from the first moment on.
  static func write(_ text: String, to path: String, isSecret: Bool) throws {
    let permissions: FilePermissions = isSecret ? .ownerReadWrite : [.ownerReadWrite, .groupRead, .otherRead]
    do {
      let file = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .exclusiveCreate], permissions: permissions)
      _ = try file.closeAfter { try file.writeAll(text.utf8) }
    } catch Errno.fileExists {
      throw LogFileError(
        TrustCode.keyExists, what: "`\(path)` exists already.", file: path,
        why: "a key that is written over is lost for ever", fix: "choose another name")
    } catch let error as Errno {
      throw cannotWrite(path, error.description)
    }
  }

  /// Writes a file over an older one, in one step.
  static func replace(_ path: String, with text: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw cannotWrite(path, error.localizedDescription)
    }
  }

  private static func cannotWrite(_ path: String, _ why: String) -> LogFileError {
    LogFileError(
      .cannotWrite, what: "`\(path)` cannot be written.", file: path, why: why,
      fix: "check the path and the permissions")
  }
}
