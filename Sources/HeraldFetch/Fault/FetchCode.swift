package import Herald

/// Codes of a failed fetch: first the reasons that `fetch.failed` carries, then the codes of the messages to people.
package enum FetchCode: String, ExplainedCode {
  case offline, timeout, tls, http, tooLarge, cancelled, insecure, interrupted, notText, missing, unreadable,
    invalidUrl, missingLibrary, notHTTP, headTooLarge, httpStatus, unaskedNotModified, unusableRedirect,
    redirectToPlainHTTP,
    redirectLoop, tooManyRedirects, unknownFault, plainHTTP, unusableAuthority, missingAuthorities,
    unusableHeader, unresolvedHost, unreachableHost, untrustedCertificate, failedHandshake, connectTimeout, idleTimeout,
    totalTimeout, bodyTooLarge, unknownEncoding, brokenEncoding, missingFile, directory, unreadableFile

  package static let kind = "why a fetch failed"

  package var explanation: CodeExplanation {
    switch self {
    case .offline:
      CodeExplanation(
        "The server was not reached.",
        when: "There is no network, or the name or port is wrong.",
        fix: "Check the network and the address.")
    case .timeout:
      CodeExplanation(
        "The answer took too long.",
        when: "A limit for connecting, for silence or for all of it ran out.",
        fix: "Check the network and the server, or allow more time.")
    case .tls:
      CodeExplanation(
        "No encrypted connection came about.",
        when: "The certificate or the protocol was refused.",
        fix: "Serve a certificate for this host from a trusted authority.")
    case .http:
      CodeExplanation(
        "The answer brought no document.",
        when: "Its status or form is wrong.",
        fix: "Check the server.")
    case .tooLarge:
      CodeExplanation(
        "The body is too large.",
        when: "It is over the limit, unpacked.",
        fix: "Publish a smaller one.")
    case .cancelled:
      CodeExplanation(
        "The fetch was cancelled.",
        when: "The caller no longer waits.",
        fix: "Ask again when wanted.")
    case .insecure:
      CodeExplanation(
        "Plain HTTP was refused.",
        when: "The address or a redirect is not encrypted.",
        fix: "Use HTTPS.")
    case .interrupted:
      CodeExplanation(
        "The connection ended before the answer did.",
        when: "Server or network closed it early.",
        fix: "Ask again.")
    case .notText:
      CodeExplanation(
        "What arrived is not text.",
        when: "The bytes are not UTF-8, nor what the server says.",
        fix: "Publish the document in UTF-8.", exit: .invalid)
    case .missing:
      CodeExplanation(
        "The file is not there.",
        when: "A policy is read from a file.",
        fix: "Check the path.")
    case .unreadable:
      CodeExplanation(
        "The file cannot be read.",
        when: "It is a folder, or forbidden.",
        fix: "Check the permissions.")
    case .invalidUrl:
      CodeExplanation(
        "The address cannot be used.",
        when: "It is not a URL of the web or of a file here.",
        fix: "Write it as `https://host/path` or `file:///path`.")
    case .missingLibrary:
      CodeExplanation(
        "The HTTP library is missing.",
        when: "A policy is fetched over HTTP, and the system has no libcurl.",
        fix: "Install it (`apt-get install libcurl4`), or give the policy as a file.")
    case .notHTTP:
      CodeExplanation(
        "What the server answers is not HTTP.",
        when: "The port is another service's.",
        fix: "Check the port.")
    case .headTooLarge:
      CodeExplanation(
        "The answer's headers are too long.",
        when: "No document needs them.",
        fix: "Check the server.")
    case .httpStatus:
      CodeExplanation(
        "The server answers with another status than 200.",
        when: "Such as 404 or 503.",
        fix: "Check the address and who may read it, or ask later.")
    case .unaskedNotModified:
      CodeExplanation(
        "The server says 304 and was not told what is known.",
        when: "A cache answers for another client.",
        fix: "Check the cache before the server.")
    case .unusableRedirect:
      CodeExplanation(
        "A redirect leads nowhere.",
        when: "Its `Location` is missing or no address.",
        fix: "Correct the redirect.")
    case .redirectToPlainHTTP:
      CodeExplanation(
        "A redirect leads to plain HTTP.",
        when: "Anybody on the way could change the policy.",
        fix: "Redirect to HTTPS.")
    case .redirectLoop:
      CodeExplanation(
        "The redirects go in a circle.",
        when: "An address comes again in one fetch.",
        fix: "Correct the redirects.")
    case .tooManyRedirects:
      CodeExplanation(
        "There are too many redirects.",
        when: "More than the limit in a row.",
        fix: "Name the address where the document is.")
    case .unknownFault:
      CodeExplanation(
        "The HTTP library reports something else.",
        when: "No other code fits.",
        fix: "Ask again.")
    case .plainHTTP:
      CodeExplanation(
        "The address is plain HTTP, and nothing was asked or sent.",
        when: "The host is not this machine.",
        fix: "Use an address with HTTPS, or allow plain HTTP.")
    case .unusableAuthority:
      CodeExplanation(
        "A trusted authority cannot be read.",
        when: "It is not a certificate in PEM.",
        fix: "Give the text from `BEGIN CERTIFICATE` to `END CERTIFICATE`.")
    case .missingAuthorities:
      CodeExplanation(
        "The system's trusted authorities cannot be read.",
        when: "Their file is not installed, or `SSL_CERT_FILE` names another.",
        fix: "Install them (`apt-get install ca-certificates`).")
    case .unusableHeader:
      CodeExplanation(
        "A header cannot be sent.",
        when: "Its name or value has characters that HTTP forbids.",
        fix: "Correct the header.")
    case .unresolvedHost:
      CodeExplanation(
        "The host was not found.",
        when: "There is no network, or no such name.",
        fix: "Check the network and the name.")
    case .unreachableHost:
      CodeExplanation(
        "The host cannot be connected to.",
        when: "The port is closed or filtered.",
        fix: "Check that the server runs.")
    case .untrustedCertificate:
      CodeExplanation(
        "The certificate was refused.",
        when: "It is another host's, expired or not trusted.",
        fix: "Serve one that the device trusts.")
    case .failedHandshake:
      CodeExplanation(
        "TLS could not be agreed on.",
        when: "The port speaks none, or too old a version.",
        fix: "Serve TLS 1.2 or later.")
    case .connectTimeout:
      CodeExplanation(
        "No connection came about in time.",
        when: "The host does not answer.",
        fix: "Check the network.")
    case .idleTimeout:
      CodeExplanation(
        "The server fell silent.",
        when: "Nothing arrived for some time.",
        fix: "Check the server.")
    case .totalTimeout:
      CodeExplanation(
        "The fetch took too long as a whole.",
        when: "The answer comes too slowly.",
        fix: "Allow more time.")
    case .bodyTooLarge:
      CodeExplanation(
        "The body is too large.",
        when: "It is over the limit, unpacked.",
        fix: "Publish a smaller document.", exit: .invalid)
    case .unknownEncoding:
      CodeExplanation(
        "The body is packed in a way that was not asked for.",
        when: "It is not gzip.",
        fix: "Serve it as it is, or with gzip.")
    case .brokenEncoding:
      CodeExplanation(
        "The body cannot be unpacked.",
        when: "It is not gzip, or cut.",
        fix: "Correct the packed file, or `Content-Encoding`.")
    case .missingFile:
      CodeExplanation(
        "There is no such file.",
        when: "Nothing has this name.",
        fix: "Check the path.")
    case .directory:
      CodeExplanation(
        "The path is a folder.",
        when: "A policy is one file.",
        fix: "Name the file in it.")
    case .unreadableFile:
      CodeExplanation(
        "The system does not give the file.",
        when: "Permissions, or the disk.",
        fix: "Check who may read it.")
    }
  }
}
