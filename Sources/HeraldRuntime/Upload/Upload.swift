public import Herald
public import HeraldFetch

/// The server for an installation's events, the times of sending, and the properties that never leave the device.
///
/// ```swift
/// let upload = Upload(to: "https://herald.example.com", key: "…", policy: .unmetered)
/// let herald = Installation(
///   ledger: path, publication: Publication(HTTPSource("https://herald.example.com/v1/policies/com.example.shop")),
///   upload: upload)
/// ```
///
/// The ledger is the queue: nothing is copied, and nothing is lost where the app ends at any moment. What the server
/// acknowledged is in a file beside the ledger, whose loss costs no more than sending again. Sending runs beside the
/// installation and never delays a prompt.
public struct Upload: Sendable {
  /// The server's address, with `https`, such as `https://herald.example.com`.
  public var server: String
  /// The app key, which the server printed when it first started. It may be published inside an app.
  public var key: String
  /// The condition under which the app may send.
  public var policy: Policy
  /// True to send events as they come. With false only ``Installation/upload(isPatient:)`` sends, such as in a
  /// background task of the system.
  public var isAutomatic = true
  /// The names of properties that never leave the device. They are taken out of the lines that are sent; the ledger keeps
  /// them.
  ///
  /// The server cannot repeat a decision that rests on one of them. Change the list with a new version of the app, not
  /// while it runs.
  public var withheldProperties: Set<String>
  /// Further headers, trust, and limits of time. An upload follows no redirects.
  public var http = HTTPOptions()
  /// The wait after failures, unless the server names one.
  public var backoff = Backoff()
  /// The most events in one request, from 1.
  public var eventsAtOnce = 1000
  /// About the most bytes in one request, before they are packed. A longer event is sent alone.
  public var bytesAtOnce = 1 << 20
  /// Sends the requests; nil for the platform's own HTTP.
  public var transport: (any HTTPTransport)?
  /// Called each time that sending ended, for an app that shows how far it is. It may run on any thread.
  public var progressed: @Sendable (UploadStatus) -> Void = { _ in }
  /// Called with the installation's new name where the server cannot take the old one any more: another device uses it
  /// too, or somebody asked to forget it. The name counts from the next launch on.
  public var renamed: @Sendable (ExactString) -> Void = { _ in }

  /// Makes an upload. Nothing is sent before the installation has an event.
  public init(to server: String, key: String, policy: Policy = .atOnce, withholding properties: Set<String> = []) {
    self.server = server
    self.key = key
    self.policy = policy
    withheldProperties = properties
    http.limits.total = .seconds(120)
    http.limits.idle = .seconds(30)
  }

  /// Conditions under which an app may send.
  public enum Policy: Sendable {
    /// As soon as there is an event.
    case atOnce
    /// As soon as there is an event, but over no network that the user pays for by its bytes, or wants to be spared.
    /// Only Apple's systems know such networks; elsewhere this is ``atOnce``.
    case unmetered
    /// Not at all, until the app makes another installation.
    case never
    /// While the closure returns true. It is asked before each request.
    case when(@Sendable () async -> Bool)
  }
}

extension Upload {
  /// The address that takes events.
  var address: String { server.hasSuffix("/") ? "\(server)v1/events" : "\(server)/v1/events" }

  /// True if a request may be sent now.
  func isAllowed() async -> Bool {
    switch policy {
    case .atOnce, .unmetered: true
    case .never: false
    case .when(let isAllowed): await isAllowed()
    }
  }

  /// True if a network may be used that the user pays for by its bytes.
  var usesCostlyNetworks: Bool {
    if case .unmetered = policy { false } else { true }
  }
}
