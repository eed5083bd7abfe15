import Foundation
import Herald
import HeraldFormats
import Testing

@testable import HeraldCLI

@Suite("herald help and herald schema")
struct HelpTests {
  @Test("herald help policy prints every key of Herald's format, with meaning, default and example")
  func helpPrintsEveryKeyOfAPolicy() throws {
    let run = try Herald.run("help", "policy", "--format", "human")
    #expect(run.status == 0)
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for object in Formats.references[0].reference.document.all where object.id != "filters" {
      for key in object.keys {
        #expect(words.contains(key.meaning), "\(key.name)")
        #expect(words.contains("e.g. \(key.example)"), "\(key.name)")
      }
    }
    for format in Formats.names where format != "turkcell" { #expect(words.contains(format)) }
  }

  @Test("herald help policy FORMAT prints the keys of that format", arguments: Formats.names)
  func helpPrintsTheKeysOfAFormat(name: String) throws {
    let run = try Herald.run("help", "policy", name, "--format", "human")
    #expect(run.status == 0)
    for key in try #require(Formats.reference(named: name)).reference.document.keys {
      #expect(run.output.contains("  \(key.name)"))
    }
  }

  @Test("herald help events prints every attribute, type and field")
  func helpPrintsEveryField() throws {
    let run = try Herald.run("help", "events", "--format", "human")
    #expect(run.status == 0)
    for name in EventAttribute.allCases.map(\.rawValue) { #expect(run.output.contains("  \(name)")) }
    for type in EventType.allCases {
      #expect(run.output.contains(type.rawValue))
      for name in type.fieldNames { #expect(run.output.contains("  \(name)"), "\(type.rawValue)") }
    }
  }

  @Test("herald help filters prints every form of a filter and every known property")
  func helpPrintsEveryForm() throws {
    let run = try Herald.run("help", "filters", "--format", "human")
    #expect(run.status == 0)
    for form in FilterForm.all { #expect(run.output.contains("  \(form.form)")) }
    for property in KnownProperty.allCases { #expect(run.output.contains(property.rawValue)) }
  }

  @Test(
    "The reference as JSON is one object for each key, form or property",
    arguments: [["policy"], ["policy", "ssvc"], ["events"], ["filters"]])
  func referenceIsOneObjectForEachEntry(topic: [String]) throws {
    let run = try Herald.run(["help"] + topic + ["--format", "json"])
    #expect(run.lines.count > 4)
    for line in run.lines {
      let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["topic"] as? String == topic[0])
    }
  }

  @Test("No line of the reference is wider than the terminal", arguments: [40, 72, 100])
  func referenceFitsTheTerminal(width: Int) {
    let sections: [ReferenceSection] = [.policy(Formats.references[0], isAlone: true), .events, .filters]
    let text = ReferenceText(.plain, width: width).text(sections)
    for line in text.split(separator: "\n") where line.contains(" ") {
      let isOneWord = line.split(separator: " ").count == 1
      #expect(isOneWord || String(line).columns <= width, "\(line)")
    }
  }

  @Test("herald help COMMAND prints what the command's --help prints", arguments: ["why", "lint", "schema"])
  func helpOfACommandIsItsHelp(command: String) throws {
    let help = try Herald.run("help", command)
    #expect(help.status == 0)
    #expect(help.output == (try Herald.run(command, "--help").output))
  }

  @Test("herald help prints what herald --help prints, and names itself once")
  func helpAloneListsTheCommands() throws {
    let help = try Herald.run("help").output
    #expect(help == (try Herald.run("--help").output))
    #expect(help.split(separator: "\n").count { $0.hasPrefix("  help ") } == 1)
  }

  @Test("herald --help lists the commands by what people do with them, each in one group")
  func helpGroupsTheCommands() throws {
    var groups: [(name: String, commands: [String])] = []
    for line in try Herald.run(["--help"], environment: ["COLUMNS": "80"]).lines {
      if line.hasSuffix(" SUBCOMMANDS:") {
        groups.append((String(line.prefix { $0 != " " }), []))
      } else if !groups.isEmpty, let name = line.wholeMatch(of: #/  ([a-z-]+) .*/#)?.1 {
        groups[groups.count - 1].commands.append(String(name))
      }
    }
    #expect(groups.map(\.name) == ["ASK", "TEST", "PUBLISH", "MEASURE", "RUN"])
    let listed = groups.flatMap(\.commands)
    #expect(listed == CommandNames.all)
    #expect(Set(listed).count == listed.count)
    #expect(groups.first?.commands == ["why", "find", "diff", "bisect", "audit", "replay", "explain-code"])
  }

  @Test("The README lists the commands in the groups of the help")
  func readmeHasTheGroups() throws {
    let readme = try String(contentsOf: Herald.root.appendingPathComponent("README.md"), encoding: .utf8)
    var rest = try #require(readme.firstRange(of: "| command | does |")).upperBound
    for (index, group) in HeraldCommand.groups.enumerated() {
      let start = try #require(readme[rest...].firstRange(of: "\n| **\(group.name)** | |\n"), "\(group.name)")
        .upperBound
      let next = index + 1 < HeraldCommand.groups.count ? "\n| **" : "\n\n"
      rest = try #require(readme[start...].firstRange(of: next)).lowerBound
      for command in group.subcommands {
        let name = try #require(command.configuration.commandName)
        let isNamed = ["`herald \(name)`", "`herald \(name) ", "`\(name)`"].contains {
          readme[start..<rest].contains($0)
        }
        #expect(isNamed, "\(group.name): \(name)")
      }
    }
  }

  @Test("Completion scripts know the command help")
  func completionKnowsHelp() throws {
    let run = try Herald.run("--generate-completion-script", "bash")
    #expect(run.status == 0)
    #expect(run.output.contains("help"))
  }

  @Test(
    "An unknown command or topic is answered with the nearest one",
    arguments: [
      (["whyy"], "Did you mean 'why'?"), (["lnit", "x.json"], "Did you mean 'lint'?"),
      (["help", "polcy"], "Did you mean 'policy'?"), (["help", "whatf"], "Did you mean 'whatif'?"),
      (["xyzzyx"], "There is no command 'xyzzyx'."),
    ])
  func unknownNamesGetASuggestion(arguments: [String], message: String) throws {
    let run = try Herald.run(arguments)
    #expect(run.status == 64)
    #expect(run.errors.contains(message))
  }

  @Test(
    "herald schema prints a schema of policies and of events",
    arguments: [["policy"], ["policy", "--strict"], ["events"]])
  func schemaIsPrinted(arguments: [String]) throws {
    let run = try Herald.run(["schema"] + arguments)
    #expect(run.status == 0)
    let schema = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
  }

  @Test("herald schema says that a feed or a page has no JSON Schema", arguments: ["appcast", "storepage"])
  func otherLanguagesHaveNoSchema(format: String) throws {
    let run = try Herald.run("schema", "policy", "--policy-format", format)
    #expect(run.status == 64)
    #expect(run.errors.contains("which JSON Schema does not describe"))
  }

  @Test("The documentation has exactly the pages that herald help writes, word for word")
  func documentationHasTheReference() throws {
    let scratch = try Scratch()
    let run = try Herald.run("help", "--pages", scratch.path("pages"))
    #expect(run.status == 0)
    let kept = Herald.root.appendingPathComponent("Sources/Herald/Herald.docc/Reference")
    let written = scratch.folder.appendingPathComponent("pages")
    let names = try [kept, written].map { Set(try FileManager.default.contentsOfDirectory(atPath: $0.path)) }
    #expect(names[0] == names[1])
    for name in names[0].intersection(names[1]).sorted() {
      let texts = try [kept, written].map { try String(contentsOf: $0.appendingPathComponent(name), encoding: .utf8) }
      #expect(texts[0] == texts[1], "\(name): herald help --pages Sources/Herald/Herald.docc/Reference")
    }
  }

  @Test("The skill file of the repository is the page that herald help assistants prints")
  func skillFileIsThePage() throws {
    let scratch = try Scratch()
    let page = try Herald.run("help", "assistants").output
    #expect(try Herald.run("help", "assistants", "--pages", scratch.path("skill")).status == 0)
    #expect(try String(contentsOfFile: scratch.path("skill/SKILL.md"), encoding: .utf8) == page)
    let kept = Herald.root.appendingPathComponent(".github/skills/herald/SKILL.md")
    #expect(
      try String(contentsOf: kept, encoding: .utf8) == page,
      "herald help assistants --pages .github/skills/herald")
    let json = try Herald.run("help", "assistants", "--format", "json")
    #expect(try JSONNode.read(try #require(json.lines.first)).node[name: "text"]?.string == page)
  }

  @Test("The page for assistants names commands and options that exist, a name and a description")
  func assistantsPageIsTrue() throws {
    let page = AssistantsPage.text
    #expect(page.hasPrefix("---\nname: herald\ndescription: >-\n"))
    for command in page.matches(of: /herald ([a-z-]+)(?: [a-z]+)?/).map({ String($0.1) })
    where command != "herald" {
      #expect(CommandNames.all.contains(command), "\(command)")
    }
    for line in page.split(separator: "\n") where line.hasPrefix("| ") && line.contains("`herald ") {
      let words = try #require(line.firstMatch(of: /`herald ([a-z]+)/)).1
      let help = try Herald.run("help", String(words)).output
      for option in line.matches(of: /--[a-z-]+/) { #expect(help.contains(option.0), "\(words) \(option.0)") }
    }
  }

  @Test("No command line of a help text is wrapped or joined with the next one", arguments: CommandNames.all)
  func examplesKeepTheirLines(command: String) throws {
    let help = try Herald.run("help", command).lines
    let examples = help.prefix { !$0.hasPrefix("USAGE:") }.drop { !$0.hasPrefix("Example") }.dropFirst()
    #expect(!examples.isEmpty)
    for line in examples where !line.isEmpty {
      #expect(line.hasPrefix("  "), "\(line)")
      #expect(line.count <= 80, "\(line)")
      #expect(!line.trimmingCharacters(in: .whitespaces).contains("   "), "\(line)")
    }
  }
}
