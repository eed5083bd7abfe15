import Foundation
import Herald
import HeraldTestSupport
import Testing

/// One case of a file in `Vectors`.
struct Vector: Sendable, CustomTestStringConvertible {
  let id: String
  let node: JSONNode
  private let line: String

  var testDescription: String { id }

  /// The cases of a file, in order.
  static func read(_ name: String) throws -> [Vector] {
    let url = try #require(Bundle.module.url(forResource: name, withExtension: "jsonl", subdirectory: "Vectors"))
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { try Vector(String($0)) }
  }

  init(_ line: String) throws {
    self.line = line
    node = try JSONNode.read(line).node
    id = try #require(node[name: "id"]?.string)
  }

  subscript(name: String) -> JSONNode? { node[name: name] }

  /// The value under a name that has to be a text.
  func text(_ name: String) throws -> String { try #require(self[name]?.string, "\(id) has no text `\(name)`") }

  /// A value as it is written in the file, which keeps the spelling of numbers and the order of keys.
  func written(_ node: JSONNode) -> String { String(decoding: Array(line.utf8)[node.place], as: UTF8.self) }

  /// A document under a name: an object as it is written, or a text that is not JSON.
  func document(_ name: String) throws -> String {
    let node = try #require(self[name], "\(id) has no `\(name)`")
    return node.string ?? written(node)
  }

  /// An object of texts under a name.
  func properties(_ name: String) throws -> [String: String] {
    let members = try #require(self[name]?.members, "\(id) has no object `\(name)`")
    let texts = members.compactMap { member in member.node.string.map { (member.name, $0) } }
    return Dictionary(texts) { first, _ in first }
  }

  /// The case's moment on a device in a zone, whose offset at that moment is looked up.
  func time(_ name: String, zone: String? = nil) throws -> DeviceTime {
    try DeviceTime.at(HeraldTestSupport.time(try text(name)).moment, zone: zone)
  }
}

extension DeviceTime {
  /// A moment on a device in a zone, by the time-zone database of the machine that tests.
  static func at(_ moment: Timestamp, zone: String?) throws -> DeviceTime {
    guard let zone else { return DeviceTime(moment: moment) }
    let known = try #require(TimeZone(identifier: zone), "no time zone `\(zone)`")
    let date = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000)
    return DeviceTime(moment: moment, offsetMinutes: known.secondsFromGMT(for: date) / 60)
  }
}
