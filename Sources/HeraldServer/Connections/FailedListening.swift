import NIOCore
import SystemPackage

extension ServerError {
  /// The error of an address at which the server could not begin to listen.
  ///
  /// - Parameter error: of the system, or of the look-up of a name.
  init(listeningAt address: ListenAddress, _ error: any Error) {
    let port = address.port
    let (why, fix): (String, String) =
      switch (error as? IOError).map({ Errno(rawValue: $0.errnoCode) }) {
      case .addressInUse?:
        ("another program listens there", "stop the other program, or choose another port with --listen")
      case .addressNotAvailable?:
        (
          "this machine does not have the address",
          "listen at an address of this machine, such as 127.0.0.1:\(port), or at all of them with 0.0.0.0:\(port)"
        )
      case .permissionDenied?, .notPermitted?:
        ("this user may not listen at port \(port)", "choose a port from 1024 on with --listen")
      case let number?: (number.description, "choose another address with --listen")
      case nil where error is SocketAddressError.UnknownHost:
        ("the name `\(address.host)` has no address", "write an address such as 127.0.0.1:\(port), or check the name")
      case nil: ("\(error)", "choose another address with --listen")
      }
    self.init(.cannotListen, "The server cannot listen at `\(address)`.", why: why, fix: fix)
  }
}
