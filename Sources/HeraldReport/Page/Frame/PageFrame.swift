import Foundation
import Herald
import Mustache

/// What is around every page: one file that asks nothing of any network.
///
/// The policy in its head allows the style and the script that stand in it, by their hashes, and nothing else: whatever
/// a log says, it cannot load or run anything.
struct PageFrame {
  let title: String
  let language = "en"
  /// Style sheets, in their order.
  let styles: [[UInt8]]
  /// Scripts, run in their order as one; none for a page that needs none.
  let scripts: [[UInt8]]
  /// JSON that the scripts read.
  let data: [UInt8]?

  /// The whole page.
  ///
  /// - Parameter body: HTML, already safe.
  func html(_ body: String) throws -> String {
    let style = Self.joined(styles)
    let script = Self.joined(scripts)
    let policy =
      ["default-src 'none'", "style-src \(Self.hash(style))"]
      + (script.isEmpty ? [] : ["script-src \(Self.hash(script))"]) + ["base-uri 'none'", "form-action 'none'"]
    return try PageTemplate.frame.render([
      "title": title, "language": language, "contentSecurityPolicy": policy.joined(separator: "; "),
      "style": style, "script": script, "hasScript": !script.isEmpty, "body": body,
      "data": data.map { String(decoding: EmbeddedJSON.safe($0), as: UTF8.self) } ?? "", "hasData": data != nil,
    ])
  }

  private static func joined(_ files: [[UInt8]]) -> String {
    files.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }

  /// How a content security policy names a text that it allows.
  static func hash(_ text: String) -> String {
    let digits = Array(Digest.of(text).string.utf8.dropFirst("sha256:".utf8.count))
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16)
    }
    return "'sha256-\(Data(bytes).base64EncodedString())'"
  }
}
