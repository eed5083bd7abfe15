/// Options of `curl_easy_setopt` with the numbers of `curl/curl.h`.
package enum CurlOption: Int32, CaseIterable {
  case sslVersion = 32
  case post = 47
  case postFieldSize = 60
  case freshConnect = 74
  case forbidReuse = 75
  case httpVersion = 84
  case noSignal = 99
  case connectTimeoutMilliseconds = 156
  case protocols = 181
  case pathAsIs = 234
  case suppressConnectHeaders = 265
  case http09Allowed = 285
  case quickExit = 322
  case writeData = 10001
  case url = 10002
  case proxy = 10004
  case errorBuffer = 10010
  case httpHeader = 10023
  case headerData = 10029
  case caFile = 10065
  case caFolder = 10097
  case copyPostFields = 10165
  case protocolsText = 10318
  case writeFunction = 20011
  case headerFunction = 20079
  case caBytes = 40309
}

/// Values that `curl_easy_getinfo` returns, with the numbers of `curl/curl.h`.
enum CurlInfo: Int32 {
  case verifyResult = 0x20000D
  case connectCode = 0x200016
  case systemError = 0x200019
  case connectionCount = 0x20001A
  case preTransferTime = 0x300006
}

/// Results of a transfer that mean something to Herald (`CURLcode`).
enum CurlCode: Int32 {
  case done = 0
  case unsupportedProtocol = 1
  case malformedURL = 3
  case unresolvedProxy = 5
  case unresolvedHost = 6
  case cannotConnect = 7
  case weirdReply = 8
  case http2 = 16
  case partialFile = 18
  case writing = 23
  case outOfMemory = 27
  case timedOut = 28
  case handshake = 35
  case badArgument = 43
  case unknownOption = 48
  case peerCertificate = 51
  case nothingReceived = 52
  case sending = 55
  case receiving = 56
  case clientCertificate = 58
  case cipher = 59
  case untrusted = 60
  case transferEncoding = 61
  case authorityFile = 77
  case closingTLS = 80
  case issuer = 83
  case certificateStatus = 91
  case http2Stream = 92
  case proxy = 97
  case tooLarge = 100
}
