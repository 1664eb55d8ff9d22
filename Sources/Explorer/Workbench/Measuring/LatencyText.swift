// Measured times as text, with three digits: more would be noise.

package enum LatencyText {
    /// `0.85 ms`, `12.3 ms`, `1.02 s`, `120 s`.
    /// - Parameter value: in microseconds.
    package static func text(_ value: Int) -> String {
        switch value {
        case ..<9_995: "\(decimal(value, unit: 1_000, digits: 2)) ms"
        case ..<99_950: "\(decimal(value, unit: 1_000, digits: 1)) ms"
        case ..<999_500: "\(decimal(value, unit: 1_000, digits: 0)) ms"
        case ..<9_995_000: "\(decimal(value, unit: 1_000_000, digits: 2)) s"
        case ..<99_950_000: "\(decimal(value, unit: 1_000_000, digits: 1)) s"
        default: "\(decimal(value, unit: 1_000_000, digits: 0)) s"
        }
    }

    /// `200`, `49.8`, `0.52`: a number of requests in a second.
    package static func rate(_ value: Double) -> String {
        let thousandths = Int((value * 1_000).rounded())
        return switch value {
        case ..<9.995: decimal(thousandths, unit: 1_000, digits: 2)
        case ..<99.95: decimal(thousandths, unit: 1_000, digits: 1)
        default: decimal(thousandths, unit: 1_000, digits: 0)
        }
    }

    /// `1.31`: a ratio.
    package static func ratio(_ value: Double) -> String { decimal(Int((value * 1_000).rounded()), unit: 1_000, digits: 3) }

    /// Milliseconds for programs: `12.303`.
    /// - Parameter value: in microseconds.
    package static func milliseconds(_ value: Int) -> String { decimal(value, unit: 1_000, digits: 3) }

    /// `value / unit`, rounded.
    /// - Parameter value: 0 or more.
    private static func decimal(_ value: Int, unit: Int, digits: Int) -> String {
        let scale = [1, 10, 100, 1_000][digits]
        let scaled = (value * scale + unit / 2) / unit
        guard digits > 0 else { return "\(scaled)" }
        return "\(scaled / scale)." + String(scaled % scale + scale).dropFirst()
    }
}
