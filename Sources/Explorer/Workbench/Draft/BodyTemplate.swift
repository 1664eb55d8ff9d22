// The initial text of a body, made from the description of its media type.

import Catalog
import NetLayer

/// How the user fills in a body of a media type.
public enum BodyStyle: Sendable, Hashable {
    case text, urlencoded, multipart, file

    /// A form body without known members is typed as text.
    public init(_ media: MediaField) {
        if media.isBinary {
            self = .file
        } else {
            switch media.formKind {
            case .multipart: self = .multipart
            case .urlencoded: self = .urlencoded
            case nil: self = .text
            }
        }
    }

    /// `nil` for a collection request without a body, and for one whose body the user cannot type.
    public init?(_ saved: CollectedRequest) {
        switch saved.bodyStyle {
        case .none, .bytes: return nil
        case .text: self = .text
        case .form: self = .urlencoded
        case .multipart, .file: self = .multipart
        }
    }
}

/// The initial text of a body of one media type, and of one alternative of its schema.
public struct BodyTemplate: Sendable {
    private let media: MediaField
    private let choice: BodyChoice?
    private let isRequired: Bool

    /// - Parameter choice: the alternative; `nil` where there is no choice.
    public init(_ media: MediaField, _ choice: BodyChoice?, isRequired: Bool) {
        (self.media, self.choice, self.isRequired) = (media, choice, isRequired)
    }

    /// The alternatives of a JSON body; `nil` for any other body.
    public static func choice(of media: MediaField) -> BodyChoice? {
        MediaType.isJSON(media.contentType) ? BodyChoice(media) : nil
    }

    /// The description's example without the members that only responses have, else one made from the schema; empty where there is
    /// neither. An example that does not fit the schema, because it is outdated, gives way to the made one.
    public var beginning: String {
        let made = makeExample(.usual)
        if let example = media.example, choice?.isFirst ?? true {
            if let text = sendable(example) { return text }
            if made == nil { return example }
        }
        return made.map { $0 == "{}" && !isRequired ? "" : $0 } ?? ""
    }

    /// An example made from the schema; `nil` where none can be made.
    public func makeExample(_ extent: ExampleBody.Extent) -> String? {
        guard MediaType.isJSON(media.contentType), let schema = media.schema else { return nil }
        if choice?.isNull == true { return "null" }
        let text = ExampleBody.makeJSON(schema, extent, alternative: choice?.alternative)
        return text == "null" ? nil : text
    }

    private func sendable(_ example: String) -> String? {
        guard MediaType.isJSON(media.contentType), let schema = media.schema else { return example }
        return schema.requestText(of: example)
    }
}
