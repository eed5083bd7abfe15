import Dispatch
import Hummingbird

/// Answers requests of people and programs on threads of their own.
///
/// SQLite may keep a thread waiting for seconds, while another process has a file. The few threads that Swift runs all
/// tasks on serve every connection, so nothing that waits runs there.
struct HandlerThreads: RouterMiddleware {
  typealias Context = ServerContext

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      return try await next(request, context)
    }
    return try await withTaskExecutorPreference(WaitingThreads.shared) { try await next(request, context) }
  }
}

/// The threads of handlers that may wait. Dispatch makes as many as are needed, up to some tens.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()
  private let queue = DispatchQueue(label: "herald.handlers", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
