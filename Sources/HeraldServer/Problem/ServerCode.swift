package import Herald

/// The reasons why a request was refused or the server failed.
package enum ServerCode: String, ExplainedCode {
  case noToken, wrongToken, roleMissing, unknownPath, wrongMethod, unknownApp, noApp, unknownInstallation
  case unsupportedContent, unsupportedEncoding, badBody, tooLarge, tooSlow, tooManyLines, tooManyStreams, badHeader,
    badQuery
  case noPolicy, noPromises, lintFailed, limitPassed, staleTag, tagMissing
  case badLines, gap, forked, installationForgotten, notOwner
  case otherHost, foreignForm
  case slowDown, busyServer, noSpace, ledgerGone, stopping, folderInUse, badSetting, badName, unknownToken, cannotListen
  case serverFailed

  package static let kind = "problem of a request"

  package var explanation: CodeExplanation {
    switch self {
    case .noToken:
      CodeExplanation(
        "The request carries no token.", when: "The path needs one and `Authorization` is missing.",
        fix: "Send `Authorization: Bearer TOKEN`; `herald token new` makes one.")
    case .wrongToken:
      CodeExplanation(
        "The token is not valid.", when: "It is unknown, expired or revoked.",
        fix: "Make a new one with `herald token new`.")
    case .notOwner:
      CodeExplanation(
        "The stream belongs to somebody else.",
        when: "An app key appends to a stream that has events already, without the stream's token or with another one.",
        fix:
          "Send the stream's token in `Herald-Stream`. A sender that shows the stream's first stored line gets it again "
          + "if that line has a `salt` of 22 characters. Otherwise begin a new stream with a new `source`.")
    case .roleMissing:
      CodeExplanation(
        "The token may not do this.", when: "It lacks the role that the path needs.",
        fix: "Use a token with that role; `herald token list` shows what each may do.")
    case .otherHost:
      CodeExplanation(
        "The request is to another host.", when: "Its `Host` is none of the setting `publicNames`.",
        fix: "Use the server's own name, or add this one to `publicNames`.")
    case .foreignForm:
      CodeExplanation(
        "The form was not sent by a page of this server.",
        when:
          "Another site sent it, or a program; or the page was made for another sign-in, such as before signing out.",
        fix: "Open the page here and send it again. Programs use `/v1` with `Authorization`.")
    case .unknownPath:
      CodeExplanation(
        "There is nothing at this path.", when: "The path is misspelt, or what it names is not known.",
        fix: "Look at `/v1/openapi.json`, which lists the paths.")
    case .wrongMethod:
      CodeExplanation(
        "The path does not take this method.", when: "Such as POST where only GET is known.",
        fix: "Use the method that `/v1/openapi.json` names.")
    case .unknownApp:
      CodeExplanation(
        "The server has no such app.", when: "No token was made for it and no event came for it.",
        fix: "Make it with `herald token new --data FOLDER --app PACKAGE --role append --name NAME`.")
    case .noApp:
      CodeExplanation(
        "It is not clear which app the request is about.",
        when: "The server has several, the token is for all of them, and the request names none.",
        fix: "Add `?app=PACKAGE`.")
    case .unknownInstallation:
      CodeExplanation(
        "The app has no such installation.", when: "No event of it came, or it was forgotten.",
        fix: "Search for it, as with `/v1/installations?query=…`.")
    case .badHeader:
      CodeExplanation(
        "A header cannot be read.", when: "It has another form than its description says.", fix: "Correct or omit it.")
    case .badQuery:
      CodeExplanation(
        "A value of the query cannot be read.", when: "It has another form than its description says.",
        fix: "Correct or omit it.")
    case .unsupportedContent:
      CodeExplanation(
        "The body is of a kind that the server does not take.",
        when: "`Content-Type` is missing or another one, as in CloudEvents' binary mode.",
        fix: "Send `application/x-ndjson`, `application/jsonl`, `application/cloudevents+json` or "
          + "`application/cloudevents-batch+json`.")
    case .unsupportedEncoding:
      CodeExplanation(
        "The body is packed in a way that the server does not know.", when: "`Content-Encoding` is another one.",
        fix: "Send it plain, or with `gzip` or `zstd`.")
    case .tooLarge:
      CodeExplanation(
        "The body or a line is too large.", when: "It is larger than a setting allows, after unpacking.",
        fix: "Send fewer events at once.")
    case .tooSlow:
      CodeExplanation(
        "The body came too slowly.", when: "For ten seconds less of it came than the setting `bodyRate` says.",
        fix: "Send it again, in smaller parts where the network is slow.")
    case .tooManyLines:
      CodeExplanation(
        "The body has too many lines.", when: "It has more than a setting allows.", fix: "Send fewer events at once.")
    case .tooManyStreams:
      CodeExplanation(
        "The body has events of too many installations.",
        when:
          "An app key sends for one installation at a time; a token with the role import for as many as a setting allows.",
        fix: "Send them in several requests.")
    case .badBody:
      CodeExplanation(
        "The body cannot be read.", when: "It is cut off, not what its headers say, or not JSON.",
        fix: "Send it again as a whole.")
    case .gap:
      CodeExplanation(
        "Events are missing before those that came.",
        when: "The first revision is not the one after the stream's head.",
        fix: "Send from the revision that `expected` names.")
    case .forked:
      CodeExplanation(
        "The stream has another event at this place.",
        when: "A device was restored from a backup, or two devices use one source.",
        fix: "Begin a new stream with a new `source`.")
    case .installationForgotten:
      CodeExplanation(
        "The installation was forgotten.", when: "Somebody asked for it, and an event of it comes again.",
        fix: "Begin a new stream with a new `source`, or stop sending.")
    case .badLines:
      CodeExplanation(
        "No line of the body could be taken.",
        when: "Each is bad for good: it is not an event, or its document is unknown.",
        fix: "Correct it, or go on behind it with `Herald-Skip: REVISION`. The server keeps what it refused.")
    case .lintFailed:
      CodeExplanation(
        "The document has errors.", when: "The lint found some, so phones would refuse it or leave rules out.",
        fix: "Correct what `findings` names; `herald lint` shows the same.")
    case .limitPassed:
      CodeExplanation(
        "The document would do more than it may, or phones would refuse it.",
        when:
          "The what-if over the last 30 days passes a limit of the setting `publishLimits`, the document is none "
          + "that a phone with the policy in force would take, or a promise of the app is not proved to hold.",
        fix: "Change the document, or publish it all the same with `Herald-Override: REASON`, which goes on record.")
    case .staleTag:
      CodeExplanation(
        "The policy in force is another one than the request replaces.", when: "Somebody else published meanwhile.",
        fix: "Fetch the policy in force, compare, and publish with its `ETag`.")
    case .tagMissing:
      CodeExplanation(
        "The request does not say which policy it replaces.", when: "`If-Match` is missing.",
        fix: "Send the `ETag` of the policy in force in `If-Match`.")
    case .noPolicy:
      CodeExplanation(
        "There is no such policy.", when: "None was published for the app, or none with that digest.",
        fix: "Publish one with `PUT /v1/policies/PACKAGE`.")
    case .noPromises:
      CodeExplanation(
        "The app has no promises.", when: "None were sent, or they were removed.",
        fix: "Send some with `PUT /v1/policies/PACKAGE/promises`.")
    case .slowDown:
      CodeExplanation(
        "Too many requests came from one place.", when: "A key, a stream or an address passed its limit.",
        fix: "Wait as long as `Retry-After` says.")
    case .busyServer:
      CodeExplanation(
        "The server has as much to store as it may hold.", when: "Its queue passed a limit of bytes or of age.",
        fix: "Wait as long as `Retry-After` says; nothing was taken.")
    case .noSpace:
      CodeExplanation(
        "The server cannot store anything now.", when: "Its disk is full, or nearly so.",
        fix: "Free some space on the server; senders try again by themselves.")
    case .ledgerGone:
      CodeExplanation(
        "A ledger's file is not at its place.", when: "It was removed or replaced while the server had it open.",
        fix: "Put the file back, or stop the server, restore the ledger and start it again. Senders try again by "
          + "themselves, and nothing that was acknowledged before is lost with this.")
    case .stopping:
      CodeExplanation(
        "The server is stopping.", when: "It was asked to end and takes nothing new.", fix: "Send again later.")
    case .cannotListen:
      CodeExplanation(
        "The server cannot listen at its address.",
        when: "Another program listens there, the machine does not have the address, or the user may not use the port.",
        fix:
          "Choose another address with `herald serve --listen HOST:PORT`. A first start that ends so leaves no tokens.")
    case .serverFailed:
      CodeExplanation(
        "The server failed.", when: "A file or the machine failed. The server's log says which.",
        fix: "Who sends may send again later, which is always safe. Who runs the server finds the cause in its log.")
    case .folderInUse:
      CodeExplanation(
        "Another server uses the folder.", when: "One process writes to a folder at a time.",
        fix: "Stop the other one, or give this one a folder of its own.")
    case .badSetting:
      CodeExplanation(
        "A setting cannot be read.", when: "Its name is unknown, or its value out of range.",
        fix: "`herald serve --data FOLDER --check` prints all settings.", exit: .invalid)
    case .badName:
      CodeExplanation(
        "The name cannot be that of an app.", when: "It has other characters than letters, digits, `.`, `-` and `_`.",
        fix: "Use the app's package name, such as com.example.shop.", exit: .invalid)
    case .unknownToken:
      CodeExplanation(
        "There is no such token.", when: "The id is misspelt.", fix: "`herald token list` shows the ids.",
        exit: .invalid)
    }
  }

  /// The HTTP status (RFC 9110, section 15) of an answer with this code.
  var status: Int {
    switch self {
    case .noToken, .wrongToken: 401
    case .roleMissing, .notOwner, .foreignForm: 403
    case .unknownPath, .unknownApp, .unknownInstallation, .noPolicy, .noPromises: 404
    case .wrongMethod: 405
    case .tooSlow: 408
    case .otherHost: 421
    case .gap, .forked, .limitPassed: 409
    case .installationForgotten: 410
    case .tooLarge, .tooManyLines, .tooManyStreams: 413
    case .unsupportedContent, .unsupportedEncoding: 415
    case .staleTag: 412
    case .tagMissing: 428
    case .badLines, .lintFailed: 422
    case .slowDown, .busyServer: 429
    case .noSpace, .ledgerGone, .stopping: 503
    case .folderInUse, .cannotListen, .serverFailed: 500
    case .noApp, .badBody, .badHeader, .badQuery, .badSetting, .badName, .unknownToken: 400
    }
  }
}
