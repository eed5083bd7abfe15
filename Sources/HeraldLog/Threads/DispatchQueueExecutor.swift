import Dispatch

/// Runs an actor on a dispatch queue of its own.
///
/// Such a queue gets a thread outside of Swift's cooperative pool, so it may wait for a disk. The pool has about as many
/// threads as the processor has cores, and a task that blocks one delays all others. `DispatchSerialQueue` is an executor
/// itself, but only from macOS 14 and iOS 17 on.
package final class DispatchQueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  package init(label: String) { queue = DispatchQueue(label: label) }

  // The systems that the package supports are older than `ExecutorJob`; elsewhere it replaced `UnownedJob`.
  #if canImport(Darwin)
    package func enqueue(_ job: UnownedJob) { run(job) }
  #else
    package func enqueue(_ job: consuming ExecutorJob) { run(UnownedJob(job)) }
  #endif

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  private func run(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
