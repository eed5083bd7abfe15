import ArgumentParser
import HeraldQuestions

/// A table by its name on the command line, or all of them.
enum TableChoice: ExpressibleByArgument {
  case one(AnalysisTable)
  case all

  init?(argument: String) {
    if argument == "all" {
      self = .all
    } else if let table = AnalysisTable(rawValue: argument) {
      self = .one(table)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] { AnalysisTable.allCases.map(\.rawValue) + ["all"] }

  var tables: [AnalysisTable] {
    switch self {
    case .one(let table): [table]
    case .all: AnalysisTable.allCases
    }
  }
}

/// The format of exported tables.
enum TableFileFormat: String, ExpressibleByArgument, CaseIterable {
  case csv, jsonl, parquet, sqlite, rows, pieces

  /// True if several tables are written as one stream, to standard output.
  var isStream: Bool { self == .rows || self == .pieces }
}
