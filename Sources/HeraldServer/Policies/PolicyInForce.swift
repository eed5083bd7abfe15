import Herald

extension ServerParts {
  /// The same problem with a member `inForce` that names the policy of an app that phones get now; without it where that
  /// cannot be read.
  func stating(_ problem: Problem, inForceOf app: App) -> Problem {
    guard let current = try? Optional.some(folder.policies.current(of: app.name)) else { return problem }
    var problem = problem
    let more = problem.more
    problem.more = { output in
      more(&output)
      output.member("inForce", optional: current) { output, policy in
        output.object {
          $0.member("number", policy.number)
          $0.member("digest", policy.digest)
        }
      }
    }
    return problem
  }
}
