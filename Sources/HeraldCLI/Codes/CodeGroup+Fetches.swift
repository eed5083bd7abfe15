/// Why a document could not be fetched. The first are the words that `fetch.failed` carries as its reason.
extension CodeGroup {
  static let fetches = CodeGroup(
    name: "why a fetch failed",
    codes: [
      CodeExplanation(
        "offline", "The server was not reached.", when: "There is no network, or the name or port is wrong.",
        fix: "Check the network and the address."),
      CodeExplanation(
        "timeout", "The answer took too long.", when: "A limit for connecting, for silence or for all of it ran out.",
        fix: "Check the network and the server, or allow more time."),
      CodeExplanation(
        "tls", "No encrypted connection came about.", when: "The certificate or the protocol was refused.",
        fix: "Serve a certificate for this host from a trusted authority."),
      CodeExplanation(
        "http", "The answer brought no document.", when: "Its status or form is wrong.", fix: "Check the server."),
      CodeExplanation(
        "tooLarge", "The body is too large.", when: "It is over the limit, unpacked.", fix: "Publish a smaller one."),
      CodeExplanation(
        "cancelled", "The fetch was cancelled.", when: "Whoever asked no longer waits.", fix: "Ask again when wanted."),
      CodeExplanation(
        "insecure", "Plain HTTP was refused.", when: "The address or a redirect is not encrypted.", fix: "Use HTTPS."),
      CodeExplanation(
        "interrupted", "The connection ended before the answer did.", when: "Server or network closed it early.",
        fix: "Ask again."),
      CodeExplanation(
        "notText", "What arrived is not text.", when: "The bytes are not UTF-8, nor what the server says.",
        fix: "Publish the document in UTF-8."),
      CodeExplanation(
        "missing", "The file is not there.", when: "A policy is read from a file.", fix: "Check the path."),
      CodeExplanation(
        "unreadable", "The file cannot be read.", when: "It is a folder, or forbidden.", fix: "Check the permissions."),
      CodeExplanation(
        "invalidUrl", "The address cannot be used.", when: "It is no URL of the web or of a file here.",
        fix: "Write it as `https://host/path` or `file:///path`."),
      CodeExplanation(
        "notHTTP", "What the server answers is not HTTP.", when: "The port is another service's.",
        fix: "Check the port."),
      CodeExplanation(
        "headTooLarge", "The answer's headers are too long.", when: "No document needs them.", fix: "Check the server."),
      CodeExplanation(
        "httpStatus", "The server answers with another status than 200.", when: "Such as 404 or 503.",
        fix: "Check the address and who may read it, or ask later."),
      CodeExplanation(
        "unaskedNotModified", "The server says 304 and was not told what is known.",
        when: "A cache answers for another client.", fix: "Check the cache before the server."),
      CodeExplanation(
        "unusableRedirect", "A redirect leads nowhere.", when: "Its `Location` is missing or no address.",
        fix: "Correct the redirect."),
      CodeExplanation(
        "redirectToPlainHTTP", "A redirect leads to plain HTTP.", when: "Anybody on the way could change the policy.",
        fix: "Redirect to HTTPS."),
      CodeExplanation(
        "redirectLoop", "The redirects go in a circle.", when: "An address comes again in one fetch.",
        fix: "Correct the redirects."),
      CodeExplanation(
        "tooManyRedirects", "There are too many redirects.", when: "More than the limit in a row.",
        fix: "Name the address where the document is."),
      CodeExplanation(
        "unknownFault", "The HTTP library reports something else.", when: "No other code fits.", fix: "Ask again."),
      CodeExplanation(
        "plainHTTP", "The address is plain HTTP, and nothing was asked.", when: "The host is not this machine.",
        fix: "Publish it with HTTPS, or allow plain HTTP."),
      CodeExplanation(
        "unusableAuthority", "A trusted authority cannot be read.", when: "It is no certificate in PEM.",
        fix: "Give the text from `BEGIN CERTIFICATE` to `END CERTIFICATE`."),
      CodeExplanation(
        "unusableHeader", "A header cannot be sent.", when: "Its name or value has characters that HTTP forbids.",
        fix: "Correct the header."),
      CodeExplanation(
        "unresolvedHost", "The host was not found.", when: "There is no network, or no such name.",
        fix: "Check the network and the name."),
      CodeExplanation(
        "unreachableHost", "The host cannot be connected to.", when: "The port is closed or filtered.",
        fix: "Check that the server runs."),
      CodeExplanation(
        "untrustedCertificate", "The certificate was refused.", when: "It is another host's, expired or not trusted.",
        fix: "Serve one that the device trusts."),
      CodeExplanation(
        "failedHandshake", "TLS could not be agreed on.", when: "The port speaks none, or too old a version.",
        fix: "Serve TLS 1.2 or later."),
      CodeExplanation(
        "connectTimeout", "No connection came about in time.", when: "The host does not answer.",
        fix: "Check the network."),
      CodeExplanation(
        "idleTimeout", "The server fell silent.", when: "Nothing arrived for some time.", fix: "Check the server."),
      CodeExplanation(
        "totalTimeout", "The fetch took too long as a whole.", when: "The answer comes too slowly.",
        fix: "Allow more time."),
      CodeExplanation(
        "bodyTooLarge", "The body is too large.", when: "It is over the limit, unpacked.",
        fix: "Publish a smaller document."),
      CodeExplanation(
        "unknownEncoding", "The body is packed in a way that was not asked for.", when: "It is not gzip.",
        fix: "Serve it as it is, or with gzip."),
      CodeExplanation(
        "brokenEncoding", "The body cannot be unpacked.", when: "It is no gzip, or cut.",
        fix: "Correct the packed file, or `Content-Encoding`."),
      CodeExplanation(
        "missingFile", "There is no such file.", when: "Nothing has this name.", fix: "Check the path."),
      CodeExplanation(
        "directory", "The path is a folder.", when: "A policy is one file.", fix: "Name the file in it."),
      CodeExplanation(
        "unreadableFile", "The system does not give the file.", when: "Permissions, or the disk.",
        fix: "Check who may read it."),
    ])
}
