// Added to the core of a test build: each place of it calls one of these with its number.

internal import CMutants

/// A condition, or its opposite.
@inline(__always)
func mutantFlip(_ place: Int32, _ value: Bool) -> Bool { value != mutants_is_on(place) }

/// False makes the binding behind it fail.
@inline(__always)
func mutantSpares(_ place: Int32) -> Bool { !mutants_is_on(place) }

/// True leaves a case of a switch.
@inline(__always)
func mutantSkips(_ place: Int32) -> Bool { mutants_is_on(place) }

/// An optional, or nil.
@inline(__always)
func mutantDrop<Value>(_ place: Int32, _ value: Value?) -> Value? { mutants_is_on(place) ? nil : value }

@inline(__always)
func mutantLess<Value: Comparable>(_ place: Int32, _ left: Value, _ right: Value) -> Bool {
  mutants_is_on(place) ? left <= right : left < right
}

@inline(__always)
func mutantAtMost<Value: Comparable>(_ place: Int32, _ left: Value, _ right: Value) -> Bool {
  mutants_is_on(place) ? left < right : left <= right
}

@inline(__always)
func mutantMore<Value: Comparable>(_ place: Int32, _ left: Value, _ right: Value) -> Bool {
  mutants_is_on(place) ? left >= right : left > right
}

@inline(__always)
func mutantAtLeast<Value: Comparable>(_ place: Int32, _ left: Value, _ right: Value) -> Bool {
  mutants_is_on(place) ? left > right : left >= right
}
