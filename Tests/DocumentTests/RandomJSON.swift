// Random documents: every kind of value, keys twice, escapes, empty containers.

import TestSupport

enum RandomJSON {
    static func text(_ random: inout SplitMix64, depth: Int = 4) -> String {
        let count = Int.random(in: 0...4, using: &random)
        switch Int.random(in: 0..<(depth > 0 ? 9 : 5), using: &random) {
        case 0: return ["true", "false"].randomElement(using: &random) ?? "true"
        case 1: return "null"
        case 2: return number(&random)
        case 3, 4: return string(&random)
        case 5, 6:
            return "[" + (0..<count).map { _ in text(&random, depth: depth - 1) }.joined(separator: ", ") + "]"
        default:
            return "{" + (0..<count).map { _ in "\(string(&random)) : \(text(&random, depth: depth - 1))" }.joined(separator: ",")
                + "}"
        }
    }

    static func number(_ random: inout SplitMix64) -> String {
        ["0", "-0.0", "17", "1e3", "-12.50", "123456789012345678901234567890"].randomElement(using: &random) ?? "0"
    }

    static func string(_ random: inout SplitMix64) -> String {
        [#""""#, #""a""#, #""b""#, #""Lamp""#, #""a\"b:""#, #""\u00e9t\u00e9""#, #""日本""#, #""tab\t/~""#, #""x:y""#]
            .randomElement(using: &random) ?? #""""#
    }
}
