import ArgumentParser

/// The format of the answer of `herald test`.
enum TestFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json, junit, github
}
