// The versions of the standard, as far as their grammars differ.

/// A version of Swagger or OpenAPI; later ones are greater.
enum Standard: Int, Comparable {
    case swagger2, openAPI30, openAPI31, openAPI32

    /// - Parameter text: the value of `openapi` or `swagger`, as in ``APIDescription/standard``.
    init(_ text: String) {
        self =
            text.hasPrefix("2")
            ? .swagger2 : text.hasPrefix("3.0") ? .openAPI30 : text.hasPrefix("3.1") ? .openAPI31 : .openAPI32
    }

    static func < (a: Standard, b: Standard) -> Bool { a.rawValue < b.rawValue }

    /// Its name in messages.
    var name: String {
        switch self {
        case .swagger2: "Swagger 2.0"
        case .openAPI30: "OpenAPI 3.0"
        case .openAPI31: "OpenAPI 3.1"
        case .openAPI32: "OpenAPI 3.2"
        }
    }
}
