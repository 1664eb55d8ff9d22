// A named example of a body (OpenAPI, Example Object); its text is made on demand.

import Document

/// A named example of a description.
public struct MediaExample: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// One line; empty when there is none.
    public let summary: String
    /// As written; empty when there is none.
    public let details: String
    /// Its address, when it is not in the description.
    public let externalValue: String?
    private let node: JSONNode?
    private let isJSON: Bool

    init(_ name: String, _ node: JSONNode, isJSON: Bool) {
        self.name = name
        summary = node["summary"]?.string.map(Wording.folded) ?? ""
        details = node["description"]?.string ?? ""
        externalValue = node["externalValue"]?.string
        // OpenAPI 3.2 distinguishes the value from its serialised text.
        self.node = node["value"] ?? node["dataValue"] ?? node["serializedValue"]
        self.isJSON = isJSON && (node["value"] ?? node["dataValue"]) != nil
    }

    /// The text; JSON is pretty-printed. `nil` when it is not in the description.
    public func makeText() -> String? { node.map { isJSON ? JSONPretty.format($0.source) : $0.displayText } }

    public static func == (a: MediaExample, b: MediaExample) -> Bool {
        guard a.name == b.name, a.externalValue == b.externalValue else { return false }
        guard let own = a.node, let other = b.node else { return a.node == nil && b.node == nil }
        return own.isSame(as: other)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
