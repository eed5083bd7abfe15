import Herald
import Testing

@testable import HeraldCLI

@Suite("The file of an installation's page")
struct ReportFileNameTests {
  @Test(
    "The file of an installation's page has a plain name, whatever the installation's name is",
    arguments: [
      ("/devices/bob-pixel", "device-02-devices-bob-pixel.html"), ("", "device-02.html"),
      ("../../etc", "device-02-etc.html"),
      ("\u{202E}\u{0}é", "device-02.html"), ("a\"b<c>&d", "device-02-a-b-c-d.html"),
      ("/installations/7f3a9c1e-0b1d-4c55-9e64-1d2f3a4b5c6d", "device-02-9c1e-0b1d-4c55-9e64-1d2f3a4b5c6d.html"),
    ])
  func pageHasAPlainFileName(_ source: String, _ name: String) {
    #expect(ReportOutput.name(of: ExactString(source), number: 2) == name)
  }
}
