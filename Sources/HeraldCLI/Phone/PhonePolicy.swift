import Herald
import HeraldFetch

/// The policy that a phone asks for: its publisher may publish another, and its network may be gone.
final class PhonePolicy: PolicySource {
  private struct Setting {
    var address: String
    var source: any PolicySource
    var isOffline = false
  }
  private let setting: Locked<Setting>

  init(_ place: String) {
    setting = Locked(Setting(address: place, source: PolicyPlace.source(place)))
  }

  var url: String { setting.with { $0.address } }

  /// Publishes a file at the present address, or goes to another address.
  func publish(_ place: String) {
    setting.with { setting in
      setting.source = PolicyPlace.source(place)
      if PolicyPlace.isURL(place) { setting.address = place }
    }
  }

  func goOffline(_ isOffline: Bool) { setting.with { $0.isOffline = isOffline } }

  func fetch(_ request: FetchRequest) async -> FetchOutcome {
    let (source, isOffline) = setting.with { ($0.source, $0.isOffline) }
    guard isOffline else { return await source.fetch(request) }
    let diagnostic = Diagnostic(
      "offline", .error, what: "The policy cannot be had.", why: "the phone is offline", fix: "say `offline off`")
    return .failed(FetchFailure(reason: "offline", diagnostic: diagnostic))
  }
}
