// The initial body of an operation's form, for commands, which have no form.

import Catalog

/// Makes the example of an operation's body.
public enum ExampleText {
    /// Why an operation has no example.
    public struct Absence: Error, Sendable, Hashable {
        /// A sentence without its full stop.
        public let reason: String
    }

    /// - Parameter isFull: includes every optional member, as the form's full example does.
    /// - Throws: ``Absence``.
    public static func makeExample(of operation: Operation, isFull: Bool) throws(Absence) -> String {
        let (media, style, isRequired) = try defaultBody(of: operation)
        if let text = makeText(media, style, isRequired, isFull: isFull), !text.isEmpty { return text }
        throw Absence(
            reason: style == .file
                ? "Its body is a file (\(media.contentType)): -d @FILE"
                : "The description does not define its body well enough (\(media.contentType))")
    }

    /// The body that is sent when the user does not choose one.
    private static func defaultBody(of operation: Operation) throws(Absence) -> (MediaField, BodyStyle, isRequired: Bool) {
        if let body = operation.body {
            let media = body.sendable[body.preferred]
            return (media, BodyStyle(media), body.isRequired)
        }
        guard let saved = operation.saved, let style = BodyStyle(saved) else { throw Absence(reason: "It takes no body") }
        return (MediaField(contentType: saved.mediaType ?? "", example: saved.bodyText), style, false)
    }

    private static func makeText(_ media: MediaField, _ style: BodyStyle, _ isRequired: Bool, isFull: Bool) -> String? {
        switch style {
        case .text:
            let template = BodyTemplate(media, BodyTemplate.choice(of: media), isRequired: isRequired)
            if isFull { return template.makeExample(.full) ?? template.beginning }
            return template.beginning.isEmpty ? template.makeExample(.usual) : template.beginning
        case .urlencoded, .multipart: return media.schema.map { ExampleBody.makeJSON($0, isFull ? .full : .usual) }
        case .file: return nil
        }
    }
}
