// A value whose copies share one place in memory until one of them changes.

/// Holds a large value that is copied often: a call copies its plan, an event its row, a response its parts.
/// A copy costs a reference count, and the first change of a copy gives it a place of its own.
struct Shared<Value> {
    private final class Place {
        // Every access goes through a variable of type `Shared`, for which the compiler proves that it is
        // exclusive. A second check at run time costs a tenth of a row's way through the table (`table-us`).
        @exclusivity(unchecked) var value: Value

        init(_ value: Value) { self.value = value }
    }

    private var place: Place

    init(_ value: Value) { place = Place(value) }

    var value: Value {
        _read { yield place.value }
        _modify {
            if !isKnownUniquelyReferenced(&place) { place = Place(place.value) }
            yield &place.value
        }
    }

    /// Whether the other is an unchanged copy. Not the same as `==`: Swift compares two spellings of a
    /// character as equal, but on the wire they differ.
    func isCopy(of other: Shared) -> Bool { place === other.place }
}

// Safe: a place is changed only while one copy alone refers to it, so no other thread can read it then.
extension Shared: @unchecked Sendable where Value: Sendable {}

extension Shared: Equatable where Value: Equatable {
    static func == (one: Shared, other: Shared) -> Bool { one.place === other.place || one.value == other.value }
}

extension Shared: Hashable where Value: Hashable {
    func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
