// JSON values of a description in the form in which a user types them into a field.

import Document

enum JSONPlain {
    /// A string without its quotes; any other value as written.
    static func text(_ json: String) -> String { (try? JSONDocument(Array(json.utf8)).root.displayText) ?? json }
}
