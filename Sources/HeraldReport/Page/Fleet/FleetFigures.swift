import Herald

struct FleetFigures: TableSink {
  mutating func take<Row: TableRow>(_ row: Row) {}
}
struct FleetPage {
  let figures: FleetFigures
  let log: String?
  func html() throws -> String { "" }
}
