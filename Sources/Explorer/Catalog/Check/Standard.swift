// The versions of the standard, as far as they differ in what may stand where.

/// A version of Swagger or OpenAPI; later ones are greater.
enum Standard: Int, Comparable {
    case swagger2, openAPI30, openAPI31, openAPI32

    /// - Parameter text: `openapi` or `swagger`, as ``APIDescription/standard`` has it.
    init(_ text: String) {
        self =
            text.hasPrefix("2")
            ? .swagger2 : text.hasPrefix("3.0") ? .openAPI30 : text.hasPrefix("3.1") ? .openAPI31 : .openAPI32
    }

    static func < (a: Standard, b: Standard) -> Bool { a.rawValue < b.rawValue }

    /// What people call it.
    var name: String {
        switch self {
        case .swagger2: "Swagger 2.0"
        case .openAPI30: "OpenAPI 3.0"
        case .openAPI31: "OpenAPI 3.1"
        case .openAPI32: "OpenAPI 3.2"
        }
    }
}
