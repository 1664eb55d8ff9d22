// Template tags of Insomnia, `{% response … %}`: only Insomnia runs them, so a request with one is not sent.

/// Finds template tags.
enum TemplateTag {
    /// The longest shown name, in bytes.
    private static let longest = 40

    /// Each tag of a text, shortened to its name: `{% response %}`. A tag without an end is one too: Insomnia does not send
    /// it either.
    static func shown(in text: String) -> [String] {
        let (brace, percent) = (UInt8(ascii: "{"), UInt8(ascii: "%"))
        let bytes = Array(text.utf8)
        var tags: [String] = []
        for index in bytes.indices.dropLast() where bytes[index] == brace && bytes[index + 1] == percent {
            // `{%- now %}`: the sign takes away the blanks before the tag.
            let name = bytes[(index + 2)...].drop { $0 <= 0x20 || $0 == UInt8(ascii: "-") }
                .prefix { $0 > 0x20 && $0 != percent && $0 != UInt8(ascii: "}") }
            tags.append("{% \(String(decoding: name.prefix(longest), as: UTF8.self)) %}")
        }
        return tags
    }
}
