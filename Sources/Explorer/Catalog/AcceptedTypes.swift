// `Accept`: the media types that the description gives the responses of an operation.

import NetLayer

extension Operation {
    /// Makes a plan ask for the media types that the operation documents. An `Accept` that any layer
    /// has set wins.
    public func addAccept(to plan: inout RequestPlan) {
        guard let accept, plan.usualHeaders.first("Accept") == nil else { return }
        plan.usualHeaders.add(HeaderField("Accept", accept))
    }

    /// Types of successes before types of failures, JSON before others, then any type: a server may have more
    /// types than it documents. `nil` where no type is documented, or where any type is.
    var accept: String? {
        let (good, other) = (responses.filter { $0.status.hasPrefix("2") }, responses.filter { !$0.status.hasPrefix("2") })
        guard !good.flatMap(\.contentTypes).contains(where: { $0.hasPrefix("*/") }) else { return nil }
        var types: [String] = []
        for response in [good, other] {
            let all = response.flatMap(\.contentTypes)
            for type in all.filter(MediaType.isJSON) + all where Self.isPlain(type) && !types.contains(type) {
                types.append(type)
            }
        }
        // Without a type of a success, the field would ask for the types of failures only.
        guard good.contains(where: { !$0.contentTypes.isEmpty }), !types.isEmpty else { return nil }
        return (types.prefix(Self.mostTypes) + ["*/*;q=0.1"]).joined(separator: ", ")
    }

    private static let mostTypes = 10

    /// Whether it can be an item of a list in a header field.
    private static func isPlain(_ type: String) -> Bool {
        type.contains("/") && !type.hasPrefix("*/") && type.utf8.allSatisfy { 0x20..<0x7f ~= $0 && $0 != UInt8(ascii: ",") }
    }
}
