/// A push that asked for an update, kept until the update is installed.
public final class Latch: Hashable, Sendable {
  /// The id of the event that set it.
  public let event: ExactString
  /// The URL that the push leads to.
  public let url: ExactString
  /// The version that the push asks for, as it was written; nil for any newer one.
  public let targetVersion: ExactString?
  /// The app's version when the push came.
  public let appVersionName: ExactString?
  /// The target version, parsed; nil where it is not a version.
  let target: AppVersion?

  package init(event: ExactString, url: ExactString, targetVersion: ExactString?, appVersionName: ExactString?) {
    self.event = event
    self.url = url
    self.targetVersion = targetVersion
    self.appVersionName = appVersionName
    target = targetVersion.flatMap { AppVersion($0.string) }
  }

  /// Compares everything that the event gave.
  public static func == (left: Latch, right: Latch) -> Bool {
    left.event == right.event && left.url == right.url && left.targetVersion == right.targetVersion
      && left.appVersionName == right.appVersionName
  }

  /// Hashes the event's id.
  public func hash(into hasher: inout Hasher) { hasher.combine(event) }
}

extension Latch: StateObject {
  package func write<Writer: StateWriter>(to writer: inout Writer) {
    writer.text("event", event, .localName(.event))
    writer.text("url", url, .address)
    writer.text("targetVersion", targetVersion, .version)
    writer.text("appVersionName", appVersionName, .property(.appVersionName))
  }

  package convenience init<Reader: StateReader>(from reader: inout Reader) throws(StateFault) {
    self.init(
      event: try reader.text("event"), url: try reader.text("url"),
      targetVersion: try reader.optionalText("targetVersion"),
      appVersionName: try reader.optionalText("appVersionName"))
  }
}
