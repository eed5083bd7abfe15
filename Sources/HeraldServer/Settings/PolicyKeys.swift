import Herald

/// The publisher's public keys as the setting `policyKeys` lists them.
enum PolicyKeys {
  /// The keys of a list with commas between them; nil where one cannot be read, or is there twice.
  static func read(_ text: String) -> [PublicKey]? {
    let parts = text.split(separator: ",").map { $0.trimming(" ") }.filter { !$0.isEmpty }
    let keys = parts.compactMap { PublicKey($0) }
    return keys.count == parts.count && Set(keys.map(\.bytes)).count == keys.count ? keys : nil
  }
}

extension ServerSettings {
  /// The keys that have to sign what is published; nil where none are set.
  ///
  /// - Throws: ``ServerError`` for keys that cannot be read, and for fewer keys than `policyThreshold`.
  var policyTrust: Trust? {
    get throws {
      guard let keys = PolicyKeys.read(policyKeys) else {
        throw ServerError(
          .badSetting, "The setting `policyKeys` cannot be read.", why: "it lists keys in minisign's base64",
          fix: "write the keys that `herald key new` printed, with commas between")
      }
      guard (1...max(1, keys.count)).contains(policyThreshold) else {
        throw ServerError(
          .badSetting, "`\(policyThreshold)` is not a value of the setting `policyThreshold`.",
          why: "it is a number from 1 to the number of keys in `policyKeys`, which has \(keys.count)",
          fix: "add keys to `policyKeys`, or lower it")
      }
      return keys.isEmpty ? nil : try Trust(keys: keys, threshold: policyThreshold)
    }
  }
}
