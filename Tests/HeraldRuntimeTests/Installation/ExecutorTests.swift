import Foundation
import Herald
import HeraldFetch
import HeraldRuntime
import Testing

@Suite("Installations that block their threads")
struct ExecutorTests {
  @Test("Other tasks run while more installations block than the cooperative pool has threads")
  func otherTasksRunWhileInstallationsBlock() async throws {
    let phone = try TestPhone()
    let gate = Gate(places: ProcessInfo.processInfo.activeProcessorCount * 2)
    var environment = phone.environment
    environment.now = { [now = environment.now] in
      gate.pass()
      return now()
    }
    await withTaskGroup { group in
      for number in 1...gate.places {
        let app = Installation(
          ledger: phone.path("\(number).sqlite"), publication: Publication(phone.publisher), environment: environment)
        group.addTask { await app.backgrounded() }
      }
    }
    #expect(gate.blocked == gate.places)
    #expect(gate.gaveUp == 0)
  }
}

/// Blocks a number of threads, until all of them are blocked and another task ran.
private final class Gate: Sendable {
  let places: Int
  private let state = SharedValue((blocked: 0, gaveUp: 0, isOpen: false))
  private let queue = DispatchSemaphore(value: 0)

  init(places: Int) { self.places = places }

  var blocked: Int { state.value.blocked }
  /// The number of threads that gave up.
  var gaveUp: Int { state.value.gaveUp }

  /// Blocks the calling thread until the gate is open. Gives up after a minute, so that a failure doesn't hang.
  func pass() {
    if state.value.isOpen { return }
    let blocked = state.change { state in
      state.blocked += 1
      return state.blocked
    }
    if blocked == places { Task.detached { self.open() } }
    if queue.wait(timeout: .now() + 60) == .timedOut { state.change { $0.gaveUp += 1 } }
  }

  private func open() {
    state.change { $0.isOpen = true }
    for _ in 0..<places { queue.signal() }
  }
}
