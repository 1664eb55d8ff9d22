// The body that the form of an operation begins with, for who has no form.

import Catalog

/// Makes the example of an operation's body.
public enum ExampleText {
    /// Why there is none.
    public struct Absence: Error, Sendable, Hashable {
        /// A sentence without its full stop.
        public let reason: String
    }

    /// - Parameter isFull: with every member that may be sent, as the form's full example has them.
    /// - Throws: ``Absence``.
    public static func make(of operation: Operation, isFull: Bool) throws(Absence) -> String {
        guard let body = operation.body.map(BodyForm.init) ?? operation.saved.flatMap(BodyForm.init) else {
            throw Absence(reason: "It takes no body")
        }
        if let text = body.example(isFull: isFull), !text.isEmpty { return text }
        let type = body.contentType
        throw Absence(
            reason: body.style == .file
                ? "Its body is a file (\(type)): -d @FILE" : "The description says too little of its body (\(type))")
    }
}
