import ArgumentParser
import Foundation
import Herald
import HeraldQuestions

/// The questions of the demo in their order, and the commands to go on with.
struct DemoTour {
  /// A command that is run, with what it is about.
  struct Stop {
    /// What happened, and the question that follows.
    let story: String
    /// The command line's words after `herald`.
    let words: [String]
    /// The part of the answer to look at.
    let look: String
  }

  let folder: DemoFolder

  private var fleet: String { folder.file("fleet.jsonl") }
  private var refusing: [String] { ["--where", "refused.reason == rollback"] }

  var stops: [Stop] {
    [
      Stop(
        story: "Anna tapped Update, came back to the app, and was asked again. Why?",
        words: ["why", folder.file("anna.jsonl")],
        look: "each test has what was compared, the place in the policy (line:column) and the event that it came from. "
          + "Of a force nothing is counted or spaced, and her app was still 3.9."),
      Stop(
        story: "Ben saw the spring sale a week ago, and opens the app to see it again. Why not now?",
        words: ["why", folder.file("ben.jsonl"), "--revision", "12", "--not", "message:spring-sale"],
        look: "he came four minutes early. The smallest changes that would have shown it stand above."),
      Stop(
        story:
          "A recall went out to 24 phones, and the shop asks who did not get it. Which refuse the policy that has it?",
        words: ["find", fleet] + refusing + ["--limit", "1"],
        look: "seven of five models and two systems. They accepted a higher revision before."),
      Stop(
        story: "Why these seven?",
        words: ["diff", fleet] + refusing,
        look:
          "they hold a policy that no other phone has: revision 20, which was for testers. All run the hotfix 4.0.1, "
          + "which asked the wrong address for a day. The other phone with 4.0.1 was switched off that day."),
      Stop(
        story: "The next policy forces everybody to 4.1. Whom would it lock out?",
        words: ["whatif", "--policy", folder.file(DemoFolder.policy), fleet, "--examples", "1"],
        look: "the line Locked out: three iPhones, because the button opens Google Play alone. Put "
          + #""targetWebsiteUrl": "https://shop.example.com/app" into the rule, and ask again."#),
    ]
  }

  /// Command lines that somebody may go on with, each with the words after `herald`.
  var further: [[String]] {
    let policy = folder.file(DemoFolder.policy)
    return [
      ["why", folder.file("anna.jsonl"), "--again"],
      ["replay", fleet, "--source", "david"],
      ["why", fleet, "--source", "david", "--revision", "10", "--not", "message:recall-nuts"],
      ["audit", fleet],
      ["lint", policy, "--log", fleet, "--at", "2026-03-06T20:00:00+01:00"],
      [
        "check", "--policy", policy, "--like", folder.file("ben.jsonl"), "--time", "2026-03-09T08:15:00+01:00",
      ],
      ["report", fleet, "-o", folder.file("fleet.html"), "--force"],
      ["demo", folder.path, "--serve"],
    ]
  }

  static func line(_ words: [String]) -> String { "herald " + words.map(\.shellQuoted).joined(separator: " ") }

  /// Answers all questions on standard output, each as its command prints it.
  ///
  /// - Throws: what a command throws; the status of a disagreement after all have answered.
  func run(_ origin: DemoFolder.Origin, _ output: OutputOptions) throws {
    let isJSON = output.isJSON
    let format = ["--format", isJSON ? "json" : "human"]
    try isJSON ? StandardOutput.write(begin(origin)) : StandardOutput.say(greeting(origin))
    var disagrees = false
    for (index, stop) in stops.enumerated() {
      if isJSON {
        try StandardOutput.write(json(stop))
      } else {
        try StandardOutput.say(style.bold("\(index + 1). \(stop.story)") + "\n\n")
        // Whole, because a shell takes a line that is broken for two commands.
        try StandardOutput.write("$ \(Self.line(stop.words))\n")
      }
      do { try run(stop.words + format) } catch let status as ExitCode where status == Failure.disagreement {
        disagrees = true
      }
      if !isJSON { try StandardOutput.say("\n→ \(advice(stop))\n\n") }
    }
    try StandardOutput.write(isJSON ? end : farewell)
    if disagrees { throw Failure.disagreement }
  }

  /// The first file of a stop that is not as the demo has it; nil where its answer is that of the story.
  private func changed(_ stop: Stop) -> String? {
    DemoFolder.files.map(\.name).first { stop.words.contains(folder.file($0)) && !folder.isOriginal($0) }
  }

  private func advice(_ stop: Stop) -> String {
    changed(stop).map { "This is the answer for another \($0) than the demo's." } ?? "Look at: \(stop.look)"
  }

  private func run(_ words: [String]) throws {
    var command = try HeraldCommand.parseAsRoot(words)
    try command.run()
  }
}

/// The words between the answers.
extension DemoTour {
  private var style: Style { .output }

  private func greeting(_ origin: DemoFolder.Origin) -> String {
    let files =
      switch origin {
      case .made: "written to \(folder.path.shown)"
      case .completed: "completed in \(folder.path.shown)"
      case .found: "as they are in \(folder.path.shown)"
      }
    return "A shop's app in March 2026: the logs of Anna's phone, of Ben's and of 24 others, and the draft of the next "
      + "policy, \(files).\n\n"
  }

  private var farewell: String {
    (["Go on with:", ""] + further.map(Self.line)).map { $0 + "\n" }.joined()
  }
}

/// The lines between the answers' own.
extension DemoTour {
  private func begin(_ origin: DemoFolder.Origin) -> String {
    var output = JSONWriter()
    output.line {
      $0.member("demo", folder.path)
      $0.member("files", origin.rawValue)
    }
    return output.string
  }

  private func json(_ stop: Stop) -> String {
    var output = JSONWriter()
    output.line {
      $0.member("story", stop.story)
      $0.member("command", Self.line(stop.words))
      $0.member("look", changed(stop) == nil ? stop.look : nil)
    }
    return output.string
  }

  private var end: String {
    var output = JSONWriter()
    output.line { $0.member("goOn", further.map(Self.line)) { $0.string($1) } }
    return output.string
  }
}
