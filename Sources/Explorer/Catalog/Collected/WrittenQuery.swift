// The query of a program that sends it as written, such as Postman: plus signs and percent sequences stay.

import NetLayer
import RequestFiles

/// Makes the parameters of such a query.
enum WrittenQuery {
    /// A parameter with these texts. Texts without a plus or a percent sequence are left to the engine, which encodes
    /// them in the same way.
    static func parameter(_ name: String, _ value: FieldValue) -> Parameter {
        let text = value.revealed
        guard isEncoded(name) || isEncoded(text) else { return Parameter(name, value, in: .query) }
        let written = encoded(text)
        return Parameter(
            encoded(name), value.isSecret ? .secret(Secret(written)) : .plain(written), in: .query, isEncoded: true)
    }

    private static func isEncoded(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.indices.contains { keptCount(bytes, at: $0) > 0 }
    }

    /// Dynamic variables stay: their values are encoded when they are generated.
    private static func encoded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var dynamic = VariableText.spans(bytes).filter { DynamicName(bytes[$0]) != nil }[...]
        var output = ""
        var start = 0
        var index = 0
        while index < bytes.count {
            var count = keptCount(bytes, at: index)
            if let span = dynamic.first, span.lowerBound == index {
                count = span.count
                dynamic.removeFirst()
            }
            guard count > 0 else {
                index += 1
                continue
            }
            output += encoded(bytes[start..<index]) + String(decoding: bytes[index..<index + count], as: UTF8.self)
            index += count
            start = index
        }
        return output + encoded(bytes[start...])
    }

    private static func encoded(_ bytes: ArraySlice<UInt8>) -> String {
        PercentCoding.encode(String(decoding: bytes, as: UTF8.self), for: .queryItem)
    }

    /// The length of the plus or the percent sequence at an index; 0 where there is none.
    private static func keptCount(_ bytes: [UInt8], at index: Int) -> Int {
        bytes[index] == UInt8(ascii: "+") ? 1 : PercentCoding.isEscape(bytes, at: index) ? 3 : 0
    }
}
