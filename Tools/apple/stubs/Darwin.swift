@_exported import Glibc

public let F_FULLFSYNC: CInt = 51
public let _CS_DARWIN_USER_TEMP_DIR: CInt = 65537

public func sysctlbyname(
  _ name: UnsafePointer<CChar>!, _ value: UnsafeMutableRawPointer!, _ length: UnsafeMutablePointer<Int>!,
  _ newValue: UnsafeMutableRawPointer!, _ newLength: Int
) -> CInt { -1 }
