// JSON values of a description as a person types them into a field.

import Document

enum JSONPlain {
    /// A string without its quotes, anything else as it is written.
    static func text(_ json: String) -> String { (try? JSONDocument(Array(json.utf8)).root.displayText) ?? json }
}
