// The names of Unicode's general categories: ECMA-262 writes them out, PCRE2 knows the short ones alone.

/// General categories by their long names, as `\p{…}` of ECMA-262 takes them.
enum UnicodeCategories {
    /// The name for PCRE2 of a property that ECMA-262 writes: `L` of `Letter` and of
    /// `General_Category=Letter`, `sc:Greek` of `Script=Greek`. Other names are the same in both.
    static func shortName(_ name: String) -> String {
        let parts = name.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        guard parts.count == 2 else { return names[name] ?? name }
        switch parts[0] {
        case "General_Category", "gc": return names[parts[1]] ?? parts[1]
        case "Script", "sc": return "sc:\(parts[1])"
        case "Script_Extensions", "scx": return "scx:\(parts[1])"
        default: return name
        }
    }

    private static let names = [
        "Cased_Letter": "L&", "LC": "L&", "Close_Punctuation": "Pe", "Combining_Mark": "M", "Connector_Punctuation": "Pc",
        "Control": "Cc", "cntrl": "Cc", "Currency_Symbol": "Sc", "Dash_Punctuation": "Pd", "Decimal_Number": "Nd", "digit": "Nd",
        "Enclosing_Mark": "Me", "Final_Punctuation": "Pf", "Format": "Cf", "Initial_Punctuation": "Pi", "Letter": "L",
        "Letter_Number": "Nl", "Line_Separator": "Zl", "Lowercase_Letter": "Ll", "Mark": "M", "Math_Symbol": "Sm",
        "Modifier_Letter": "Lm", "Modifier_Symbol": "Sk", "Nonspacing_Mark": "Mn", "Number": "N", "Open_Punctuation": "Ps",
        "Other": "C", "Other_Letter": "Lo", "Other_Number": "No", "Other_Punctuation": "Po", "Other_Symbol": "So",
        "Paragraph_Separator": "Zp", "Private_Use": "Co", "Punctuation": "P", "punct": "P", "Separator": "Z",
        "Space_Separator": "Zs", "Spacing_Mark": "Mc", "Surrogate": "Cs", "Symbol": "S", "Titlecase_Letter": "Lt",
        "Unassigned": "Cn", "Uppercase_Letter": "Lu",
    ]
}
