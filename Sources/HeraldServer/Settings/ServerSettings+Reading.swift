import Foundation
import Herald

extension ServerSettings {
  /// Reads the settings of a folder from its `serve.json`, then environment variables, then options. The last one wins.
  ///
  /// - Parameters:
  ///   - folder: the server's folder.
  ///   - environment: the process's variables.
  ///   - options: values by the names of settings.
  /// - Throws: ``ServerError`` for an unknown name or a value out of range.
  public init(
    folder: String, environment: [String: String] = [:], options: [String: String] = [:]
  ) throws {
    self.init()
    let path = "\(folder)/serve.json"
    if let data = FileManager.default.contents(atPath: path) { try read(data, path: path) }
    for setting in Setting.all {
      if let text = environment[setting.variable] { try set(setting, to: text, in: setting.variable) }
      if let text = options[setting.name] { try set(setting, to: text, in: setting.option) }
    }
  }

  private mutating func read(_ data: Data, path: String) throws {
    let root: JSONNode
    do { root = try JSONNode.read(String(decoding: data, as: UTF8.self)).node } catch {
      throw ServerError(.badSetting, "`\(path)` is not JSON.", file: path, why: "\(error)")
    }
    guard case .object(let members) = root.value else {
      throw ServerError(.badSetting, "`\(path)` is not an object.", file: path, why: "it has a member for each setting")
    }
    for member in members {
      guard let setting = Setting.all.first(where: { $0.name == member.name }) else {
        let nearest = Spelling.nearest(to: member.name, among: Set(Setting.all.map(\.name)))
        throw ServerError(
          .badSetting, "There is no setting `\(member.name)`.", file: path,
          why: "its name is unknown\(nearest.map { "; did you mean `\($0)`?" } ?? "")")
      }
      switch member.node.value {
      case .string(let text), .number(let text): try set(setting, to: text, in: path)
      default: try set(setting, to: member.node.line, in: path)
      }
    }
  }

  private mutating func set(_ setting: Setting, to text: String, in place: String) throws {
    if setting.read(text, &self) { return }
    throw ServerError(
      .badSetting, "`\(text)` is not a value of the setting `\(setting.name)`.", file: place,
      why: "it is \(setting.wanted)", fix: "correct it: \(setting.meaning)")
  }
}
