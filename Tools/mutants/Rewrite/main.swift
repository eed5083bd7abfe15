// Writes files anew with a switch at each condition, and lists these places.
//
//     rewrite FROM TO ASIDES FILE…
//
// FROM and TO are folders, each FILE is a path below both. ASIDES has a line for each function that only explains: its name
// with its labels, behind a file's name and a blank where only that file's function is meant. The list goes to standard
// output.

import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

struct List: Encodable {
  var sites: [Site] = []
  var values = 0
}

let arguments = CommandLine.arguments
let (from, to) = (URL(fileURLWithPath: arguments[1]), URL(fileURLWithPath: arguments[2]))
let asides = Set(arguments[3].split(separator: "\n").map(String.init))
var list = List()
for file in arguments.dropFirst(4) {
  let source = try String(contentsOf: from.appendingPathComponent(file), encoding: .utf8)
  let tree = try OperatorTable.standardOperators.foldAll(Parser.parse(source: source))
  let rewriter = Rewriter(tree, file: file, asides: asides, firstID: list.sites.count + 1)
  rewriter.walk(tree)
  list.sites += rewriter.sites
  list.values += rewriter.values
  try rewriter.rewritten(source).write(to: to.appendingPathComponent(file), atomically: false, encoding: .utf8)
}
let encoder = JSONEncoder()
encoder.outputFormatting = .sortedKeys
FileHandle.standardOutput.write(try encoder.encode(list))
