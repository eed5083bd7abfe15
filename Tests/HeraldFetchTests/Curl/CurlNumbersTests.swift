import Foundation
import Testing

@testable import HeraldCurl

@Suite("Numbers of libcurl")
struct CurlNumbersTests {
  /// libcurl's description of an option, as `curl/options.h` declares it.
  private struct Description {
    let name: UnsafePointer<CChar>?
    let id: Int32
    let type: Int32
    let flags: UInt32
  }
  private typealias Lookup = @convention(c) (UnsafePointer<CChar>) -> UnsafeRawPointer?

  private static let names: [CurlOption: String] = [
    .sslVersion: "SSLVERSION", .freshConnect: "FRESH_CONNECT", .forbidReuse: "FORBID_REUSE",
    .httpVersion: "HTTP_VERSION", .noSignal: "NOSIGNAL", .connectTimeoutMilliseconds: "CONNECTTIMEOUT_MS",
    .protocols: "PROTOCOLS", .pathAsIs: "PATH_AS_IS", .suppressConnectHeaders: "SUPPRESS_CONNECT_HEADERS",
    .http09Allowed: "HTTP09_ALLOWED", .quickExit: "QUICK_EXIT", .writeData: "WRITEDATA", .url: "URL", .proxy: "PROXY",
    .errorBuffer: "ERRORBUFFER", .httpHeader: "HTTPHEADER", .headerData: "HEADERDATA", .caFile: "CAINFO",
    .caFolder: "CAPATH", .protocolsText: "PROTOCOLS_STR", .writeFunction: "WRITEFUNCTION",
    .headerFunction: "HEADERFUNCTION", .caBytes: "CAINFO_BLOB", .post: "POST",
    .postFieldSize: "POSTFIELDSIZE", .copyPostFields: "COPYPOSTFIELDS",
  ]

  @Test("Each option has the number that the installed libcurl gives it", arguments: CurlOption.allCases)
  func optionsHaveLibcurlsNumbers(option: CurlOption) throws {
    // Libraries before 7.73 cannot be asked, older ones lack the newest options.
    guard let lookup = Self.lookup else { return }
    let name = try #require(Self.names[option])
    guard let found = name.withCString({ lookup($0) }) else { return }
    #expect(found.load(as: Description.self).id == option.rawValue)
  }

  private static let lookup: Lookup? = {
    let names: [String] = ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib"]
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else { return nil }
    return dlsym(library, "curl_easy_option_by_name").map { unsafeBitCast($0, to: Lookup.self) }
  }()
}
