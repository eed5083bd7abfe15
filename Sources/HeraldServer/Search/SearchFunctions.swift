import GRDB
import Herald
import HeraldQuestions

/// The functions that searches call in SQL.
extension SearchIndex {
  /// The lower case of a text in SQL. SQLite's own knows ASCII alone.
  private static let lowerCase = DatabaseFunction("herald_lower", argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0]).map { ExactString($0).inLowerCase }
  }

  /// A text in lower case without the marks of letters in SQL, to find people.
  private static let plainLetters = DatabaseFunction("herald_plain", argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0]).map { ExactString($0).inPlainLetters }
  }

  /// The settings of a connection, with the functions that searches call.
  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase {
      $0.add(function: lowerCase)
      $0.add(function: plainLetters)
    }
    return configuration
  }
}
