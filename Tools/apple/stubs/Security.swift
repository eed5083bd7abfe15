@_exported public import Foundation
public import FoundationNetworking

// Bridging with `as` needs Objective-C, so these are names for Swift's own types.
public typealias CFArray = [SecCertificate]
public typealias CFData = Data
public typealias CFString = String

public final class CFError {}
public func CFErrorCopyDescription(_ error: CFError) -> CFString { "" }

public final class SecCertificate {}
public final class SecTrust {}

public func SecCertificateCreateWithData(_ allocator: Never?, _ data: CFData) -> SecCertificate? { nil }
@discardableResult
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ certificates: CFArray?) -> Int32 { 0 }
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ only: Bool) -> Int32 { 0 }
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool { true }

extension URLProtectionSpace {
  public var serverTrust: SecTrust? { nil }
}

extension URLCredential {
  public convenience init(trust: SecTrust) { self.init(user: "", password: "", persistence: .none) }
}

extension URLSessionConfiguration {
  public var waitsForConnectivity: Bool {
    get { false }
    set {}
  }
}

// https://developer.apple.com/documentation/foundation/urlrequest/allowsexpensivenetworkaccess
extension URLRequest {
  public var allowsExpensiveNetworkAccess: Bool {
    get { true }
    set {}
  }

  public var allowsConstrainedNetworkAccess: Bool {
    get { true }
    set {}
  }
}
