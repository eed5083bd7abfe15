public import Foundation

public struct SHA256Digest: Sequence, Sendable {
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try [UInt8]().withUnsafeBytes(body)
  }
  public func makeIterator() -> [UInt8].Iterator { [].makeIterator() }
}

public protocol HashFunction { init() }

public struct SHA256: HashFunction, Sendable {
  public init() {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  public func finalize() -> SHA256Digest { SHA256Digest() }
}

public struct SymmetricKey: Sendable {
  public init(data: some ContiguousBytes) {}
}

public struct HashedAuthenticationCode<Hash: HashFunction>: Sequence {
  public func makeIterator() -> [UInt8].Iterator { [].makeIterator() }
}

public struct HMAC<Hash: HashFunction> {
  public static func authenticationCode(
    for data: some DataProtocol, using key: SymmetricKey
  ) -> HashedAuthenticationCode<Hash> { HashedAuthenticationCode() }
}

public enum Curve25519 {
  public enum Signing {
    public struct PublicKey: Sendable {
      public var rawRepresentation: Data { Data() }
      public init(rawRepresentation: some ContiguousBytes) throws {}
      public func isValidSignature(_ signature: some DataProtocol, for data: some DataProtocol) -> Bool { false }
    }

    public struct PrivateKey: Sendable {
      public var publicKey: PublicKey { fatalError("a stub") }
      public var rawRepresentation: Data { Data() }
      public init() {}
      public init(rawRepresentation: some ContiguousBytes) throws {}
      public func signature(for data: some DataProtocol) throws -> Data { Data() }
    }
  }
}
