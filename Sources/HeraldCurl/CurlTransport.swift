import Foundation
public import HeraldFetch
import SystemPackage

/// Sends requests through the system's libcurl: the HTTP of Linux.
///
/// ```swift
/// let source = HTTPSource("https://updates.example.com/policy.json", over: .curl)
/// ```
///
/// The first request loads libcurl, so a program that fetches nothing does not pay for it. Any version from 7.28 will do, with
/// any TLS library; with NSS it takes no authorities of your own. Without a library each fetch fails with the code
/// `missingLibrary`.
///
/// - Proxies come from the environment: `https_proxy`, `http_proxy`, `all_proxy`, `no_proxy`. A request to the device itself
///   uses none.
/// - Trusted authorities are libcurl's own, or those in the file and the folder that `SSL_CERT_FILE` and `SSL_CERT_DIR`
///   name.
/// - HTTP/2 is used where the server offers it with TLS and libcurl has it.
/// - Each request has a thread of its own until it ends.
public struct CurlTransport: HTTPTransport {
  /// Makes a transport; libcurl is loaded by the first request.
  public init() {}

  /// Sends the request. It ends promptly where the task is cancelled.
  public func exchange(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer {
    try await CurlTask(request).answer().get()
  }
}

extension HTTPTransport where Self == CurlTransport {
  /// The system's libcurl.
  public static var curl: CurlTransport { CurlTransport() }
}

/// One request, for which a task waits while a thread of its own runs libcurl, whose calls block.
///
/// The lock guards the two variables.
final class CurlTask: @unchecked Sendable {
  typealias Outcome = Result<TransportAnswer, TransportError>

  private let request: TransportRequest
  private let lock = NSLock()
  private var outcome: Outcome?
  private var waiting: CheckedContinuation<Outcome, Never>?

  init(_ request: TransportRequest) { self.request = request }

  /// Sends the request and waits for its outcome, or for the cancellation of the task.
  func answer() async -> Outcome {
    let wake: WakePipe
    do {
      wake = try WakePipe()
    } catch {
      return .failure(.other("\(error)"))
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if let early = wait(with: continuation) { return continuation.resume(returning: early) }
        Thread.detachNewThread { self.run(wake) }
      }
    } onCancel: {
      finish(.failure(.cancelled))
      wake.signal()
    }
  }

  /// Keeps the continuation; returns the outcome where there is one already.
  private func wait(with continuation: CheckedContinuation<Outcome, Never>) -> Outcome? {
    lock.withLock {
      if outcome == nil { waiting = continuation }
      return outcome
    }
  }

  /// Keeps the first outcome, and resumes the task.
  private func finish(_ outcome: Outcome) {
    let waiting = lock.withLock {
      guard self.outcome == nil else { return nil as CheckedContinuation<Outcome, Never>? }
      self.outcome = outcome
      defer { self.waiting = nil }
      return self.waiting
    }
    waiting?.resume(returning: outcome)
  }

  private func run(_ wake: WakePipe) {
    Self.blockBrokenPipeSignal()
    guard let library = CurlLibrary.shared else { return finish(.failure(Self.missing)) }
    guard let transfer = CurlTransfer(request, library) else { return finish(.failure(.other("out of memory"))) }
    finish(transfer.run(wake) { lock.withLock { outcome != nil } })
    // The end of this scope closes the connection, and may wait for a name server. The task has gone on by then.
  }

  private static let missing = TransportError.missingLibrary(
    why: "the system has no `libcurl.so.4`",
    fix: "install libcurl (`apt-get install libcurl4`, `dnf install libcurl`), or give the policy as a file")

  /// A TLS library may write to a closed connection. The signal would end the process; blocked, it ends with this thread.
  private static func blockBrokenPipeSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}

/// Wakes a thread that waits for descriptors.
final class WakePipe: Sendable {
  private let ends: (readEnd: FileDescriptor, writeEnd: FileDescriptor)

  /// - Throws: `Errno`, such as `tooManyOpenFiles`.
  init() throws { ends = try FileDescriptor.pipe() }

  deinit {
    try? ends.readEnd.close()
    try? ends.writeEnd.close()
  }

  /// Becomes readable by the signal.
  var descriptor: Int32 { ends.readEnd.rawValue }

  func signal() { _ = try? ends.writeEnd.writeAll([0]) }
}
