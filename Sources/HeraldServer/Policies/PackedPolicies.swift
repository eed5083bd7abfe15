import HTTPTypes
import Herald
import HeraldGzip
import Hummingbird
import Synchronization

/// The packed documents of the policies in force, so that each is packed once.
final class PackedPolicies: Sendable {
  private let known = Mutex<[String: (tag: String, bytes: [UInt8])]>([:])

  /// A shorter document is not worth it.
  static let shortest = 256

  /// The document packed with gzip; nil where it is too short, or does not become shorter.
  func gzip(_ policy: PublishedPolicy, of app: String) -> [UInt8]? {
    guard policy.text.utf8.count >= Self.shortest else { return nil }
    if let packed = known.withLock({ $0[app] }), packed.tag == policy.tag { return packed.bytes }
    let text = Array(policy.text.utf8)
    guard let bytes = GzipPacking.pack(text), bytes.count < text.count else { return nil }
    known.withLock { $0[app] = (policy.tag, bytes) }
    return bytes
  }
}

extension PublishedPolicy {
  /// The strong entity tag of the packed bytes: they are other bytes than the document's (RFC 9110, section 8.8.1).
  var packedTag: String { "\"\(digest.string)-gzip\"" }

  /// The document's tag, plain or packed, that a list has; nil for none. `sent` comes first.
  ///
  /// - Parameter sent: the tag of the bytes that would be sent.
  func tag(in list: String?, sent: String) -> String? {
    let named = EntityTags(list)
    return [sent, tag, packedTag].first(where: named.has)
  }
}

/// The entity tags that a condition such as `If-None-Match` names, compared weakly (RFC 9110, section 13.1).
struct EntityTags {
  private let named: [String]

  /// - Parameter list: the header's value; nil for none.
  init(_ list: String?) {
    named = (list ?? "").split(separator: ",").map { item in
      let item = item.trimming(" \t")
      return item.hasPrefix("W/") ? String(item.dropFirst(2)) : item
    }
  }

  /// True if the list has a tag, or is `*`, which matches every tag.
  func has(_ tag: String) -> Bool { named.contains("*") || named.contains(tag) }
}

extension HTTPFields {
  /// True if the sender takes an answer that is packed with gzip (RFC 9110, section 12.5.3).
  var acceptsGzip: Bool {
    let offers = (self[.acceptEncoding] ?? "").split(separator: ",").map { item in
      let parts = item.split(separator: ";").map { $0.trimming(" \t").lowercased() }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      return (name: parts.first ?? "", weight: weight)
    }
    func weight(_ names: Set<String>) -> Double? { offers.first { names.contains($0.name) }?.weight }
    return (weight(["gzip", "x-gzip"]) ?? weight(["*"]) ?? 0) > 0
  }
}
