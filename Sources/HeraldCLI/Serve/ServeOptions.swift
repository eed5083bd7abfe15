import ArgumentParser
import HeraldServer

/// The settings of a server as options. A test compares them with ``Setting/all``.
struct ServeOptions: ParsableArguments {
  @Option(help: "The host and the port to listen at (default: 127.0.0.1:8320).", completion: .free)
  var listen: String?

  @Option(help: "The largest body of a request in bytes, unpacked.", completion: .free)
  var bodyBytes: String?

  @Option(help: "The most lines of a body.", completion: .free)
  var bodyLines: String?

  @Option(help: "The longest line in bytes.", completion: .free)
  var lineBytes: String?

  @Option(help: "The most installations of a body; an app key sends for one.", completion: .free)
  var bodyStreams: String?

  @Option(help: "How many bytes may be read or wait to be stored.", completion: .free)
  var queueBytes: String?

  @Option(help: "How long a request may wait to be stored, in seconds.", completion: .free)
  var queueSeconds: String?

  @Option(help: "How much space stays free on the disk, in bytes.", completion: .free)
  var freeBytes: String?

  @Option(help: "After how many seconds an idle connection is cut.", completion: .free)
  var idleSeconds: String?

  @Option(help: "How long requests may take to finish when the server stops, in seconds.", completion: .free)
  var drainSeconds: String?

  @Option(help: "The most connections at a time.", completion: .free)
  var connections: String?

  @Option(help: "The most requests with events in a minute with one key.", completion: .free)
  var keyRequests: String?

  @Option(help: "The most requests with events in a minute of one installation.", completion: .free)
  var streamRequests: String?

  @Option(help: "The most requests with events in a minute from one address.", completion: .free)
  var addressRequests: String?

  @Option(help: "The addresses of proxies whose X-Forwarded-For counts, with commas between.", completion: .free)
  var trustedProxies: String?

  @Option(
    help: "What a what-if must not say of a policy that is published, such as \"lockedOut > 0, newlyForced > 10%\".",
    completion: .free)
  var publishLimits: String?

  @Option(help: "Whether fetching a policy needs a token: true or false.", completion: .list(["true", "false"]))
  var policiesNeedToken: String?

  @Option(
    help: "The apps whose users are stored under pseudonyms: none, all, or names with commas between.",
    completion: .list(["none", "all"]))
  var pseudonymousUsers: String?

  @Option(
    help: "For how long events are kept, such as \"13 months\" (default: forever).", completion: .list(["forever"]))
  var retention: String?

  /// The options that were given, by the names of settings.
  var given: [String: String] {
    let all = [
      "listen": listen, "bodyBytes": bodyBytes, "bodyLines": bodyLines, "lineBytes": lineBytes,
      "bodyStreams": bodyStreams, "queueBytes": queueBytes, "queueSeconds": queueSeconds, "freeBytes": freeBytes,
      "idleSeconds": idleSeconds, "drainSeconds": drainSeconds, "connections": connections,
      "keyRequests": keyRequests, "streamRequests": streamRequests, "addressRequests": addressRequests,
      "trustedProxies": trustedProxies, "publishLimits": publishLimits, "policiesNeedToken": policiesNeedToken,
      "pseudonymousUsers": pseudonymousUsers, "retention": retention,
    ]
    return all.compactMapValues(\.self)
  }
}
