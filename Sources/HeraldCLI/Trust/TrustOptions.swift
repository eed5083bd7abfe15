import ArgumentParser
import Herald

/// The options for the keys that an app trusts.
struct TrustOptions: ParsableArguments {
  @Option(
    name: .customLong("key"),
    help: ArgumentHelp(
      "A public key that the app trusts, NAME.pub or its text; again for each.", valueName: "file|key"),
    completion: .file(extensions: ["pub"]))
  var keys: [String] = []

  @Option(
    help: ArgumentHelp("How many of the keys have to have signed; default: 1.", valueName: "number"), completion: .free)
  var threshold: Int?

  func validate() throws {
    guard let threshold else { return }
    if keys.isEmpty { throw ValidationError("--threshold counts keys. Add --key NAME.pub.") }
    if !(1...keys.count).contains(threshold) {
      throw ValidationError("--threshold is from 1 to the number of keys, which is \(keys.count).")
    }
  }

  /// Nil without keys.
  ///
  /// - Throws: `LogRefused` or `LogFileError` for a file that holds no key.
  func trust() throws -> Trust? {
    keys.isEmpty ? nil : try Trust(keys: keys.map(KeyFile.publicKey), threshold: threshold ?? 1)
  }
}
