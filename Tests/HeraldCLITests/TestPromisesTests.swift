import Testing

@Suite("Promises in herald test")
struct TestPromisesTests {
  @Test("Promises beside a policy are judged, and promises without a policy are an error that names it")
  func promises() throws {
    let corpus = try TwoCases()
    let folder = corpus.scratch.path("corpus")
    try corpus.write(#"[{"rule":"update:1","is":"reachable"}]"#, to: "same/promises.json")
    let alone = try Herald.run("test", folder, "--no-write", "--format", "human")
    #expect(alone.status == 1)
    #expect(alone.errors.contains("lie beside no `policy.json`"))
    #expect(alone.errors.contains("\(folder)/same/promises.json"))
    for (share, status) in [(100, 0), (0, 2)] as [(Int, Int32)] {
      let rule = #"{"id":1,"rollout":\#(share),"descriptions":{"*":"New."},"targetWebsiteUrl":"#
      try corpus.write(#"{"packageName":"a.b","updates":[\#(rule)"https://e.com"}]}"#, to: "same/policy.json")
      let run = try Herald.run("test", folder, "--no-write", "--format", "human")
      #expect(run.status == status)
      #expect(run.output.contains("\(folder)/same/policy.json: \(status == 0 ? 1 : 0) of 1 promise"))
      let report = try Herald.run("test", folder, "--no-write", "--format", "junit")
      #expect(report.status == status)
      #expect(report.output.contains(#"<testcase name="promise 1: "#))
      #expect(report.output.contains(#"<failure type="doesNotHold" message="does not hold">"#) == (status == 2))
    }
  }

  @Test("Promises that cannot be judged leave the others their verdicts", arguments: ["human", "junit", "github"])
  func promisesOfOneFolder(_ format: String) throws {
    let corpus = try TwoCases()
    let rule = #"{"id":1,"descriptions":{"*":"New."},"targetWebsiteUrl":"https://e.com"}"#
    for folder in ["changed", "same"] {
      try corpus.write(#"{"packageName":"a.b","updates":[\#(rule)]}"#, to: "\(folder)/policy.json")
    }
    try corpus.write(#"[{"rule":"update:9","is":"reachable"}]"#, to: "changed/promises.json")
    try corpus.write(#"[{"every":{},"is":"nothing"}]"#, to: "same/promises.json")
    let run = try Herald.run("test", corpus.scratch.path("corpus"), "--no-write", "--format", format)
    #expect(run.status == 3)
    #expect(run.errors.contains("error[promiseOfNoRule]"))
    switch format {
    case "human": #expect(run.output.contains("does not hold"))
    case "junit":
      #expect(run.output.contains(#"<error type="promiseOfNoRule""#))
      #expect(run.output.contains(#"<failure type="doesNotHold""#))
    default:
      #expect(run.output.contains("cannot be judged [promiseOfNoRule]::A promise is about `update:9`"))
      #expect(run.output.contains("line=1,title=promise 1%3A doesNotHold::"))
    }
  }
}
