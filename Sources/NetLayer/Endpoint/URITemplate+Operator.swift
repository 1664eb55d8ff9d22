// The effect of each operator of a URI template (RFC 6570 appendix A).

extension URITemplate {
    enum Operator: String, Sendable, Hashable, CaseIterable {
        case simple = ""
        case reserved = "+"
        case fragment = "#"
        case label = "."
        case segment = "/"
        case parameter = ";"
        case query = "?"
        case continuation = "&"

        /// The text before the first value.
        var first: String { self == .reserved ? "" : rawValue }

        var separator: String {
            switch self {
            case .simple, .reserved, .fragment: ","
            case .label: "."
            case .segment: "/"
            case .parameter: ";"
            case .query, .continuation: "&"
            }
        }

        private var isNamed: Bool { self == .parameter || self == .query || self == .continuation }

        /// A value, after its variable's name where the operator writes names.
        func named(_ name: String, _ value: String) -> String { isNamed ? member(name, value) : value }

        /// `name=value`; with `;` an empty value has no equals sign.
        func member(_ name: String, _ value: String) -> String {
            self == .parameter && value.isEmpty ? name : name + "=" + value
        }

        func encoded(_ value: String) -> String {
            PercentCoding.encodeExpansion(value, keepsReserved: self == .reserved || self == .fragment)
        }
    }
}
