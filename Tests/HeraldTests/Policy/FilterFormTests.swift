import Testing

@testable import Herald

@Suite("The reference of filters")
struct FilterFormTests {
  @Test("A form matches the values that the reference names, and not the others", arguments: FilterForm.all.indices)
  func formMatchesItsValues(index: Int) {
    let form = FilterForm.all[index]
    let filter = Filter(property: .deviceModel, text: form.example)
    for value in form.matching {
      #expect(filter.verdict(on: PropertyValue(ExactString(value))).matches, "\(form.example) on \(value)")
    }
    for value in form.others {
      #expect(!filter.verdict(on: PropertyValue(ExactString(value))).matches, "\(form.example) on \(value)")
    }
    #expect(form.meaning.hasSuffix("."))
  }

  @Test("The reference has every operator")
  func referenceHasEveryOperator() {
    let forms = FilterForm.all.map(\.form)
    for sign in Pattern.Operator.allCases { #expect(forms.contains("\(sign.rawValue)n")) }
  }
}
