import Herald
import HeraldInbox
import HeraldFetch
import HeraldRuntime

/// The source that a phone fetches its policy from. Steps publish another policy or take the network away.
final class PhonePolicy: PolicySource {
  private struct Setting {
    var address: String
    var source: any PolicySource
    var isOffline = false
  }
  private let setting: Locked<Setting>
  private let places: PolicyPlace

  init(_ place: String, among places: PolicyPlace) {
    self.places = places
    let source = places.source(place)
    setting = Locked(Setting(address: PolicyPlace.isURL(place) ? source.url : place, source: source))
  }

  /// The policy's address. A file has its path as written, so that a script makes the same log on every machine.
  var url: String { setting.with { $0.address } }

  /// Publishes a file at the present address, or goes to another address.
  func publish(_ place: String) {
    let source = places.source(place)
    setting.with { setting in
      setting.source = source
      if PolicyPlace.isURL(place) { setting.address = source.url }
    }
  }

  /// True while the phone has no network.
  var isOffline: Bool { setting.with { $0.isOffline } }

  func goOffline(_ isOffline: Bool) { setting.with { $0.isOffline = isOffline } }

  func fetch(_ request: FetchRequest) async -> FetchOutcome {
    let (source, isOffline) = setting.with { ($0.source, $0.isOffline) }
    guard isOffline else { return await source.fetch(request) }
    let diagnostic = Diagnostic(
      FetchCode.offline, .error, what: "The policy cannot be had.", why: "the phone is offline",
      fix: "say `offline off`")
    return .failed(FetchFailure(reason: FetchCode.offline.name, diagnostic: diagnostic))
  }
}
