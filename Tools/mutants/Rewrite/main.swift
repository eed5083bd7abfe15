// Writes files anew with a switch at each condition, and lists these places.
//
//     rewrite FROM TO ASIDES FILE…
//
// FROM and TO are folders, each FILE is a path below both. ASIDES names functions that only explain, with their labels and
// commas between them. The list goes to standard output.

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
let asides = Set(arguments[3].split(separator: ",").map(String.init))
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
FileHandle.standardOutput.write(try JSONEncoder().encode(list))
