// The source that the user names.

import NetLayer

/// The location of a description.
public enum Source: Sendable, Hashable, CustomStringConvertible {
    case standardInput
    case file(String)
    case url(URI)

    /// `-` is standard input; a text with a scheme is a URL; any other text is a file.
    public init(_ text: String) {
        if text == "-" {
            self = .standardInput
        } else if text.contains("://") {
            self = text.hasPrefix("file://") ? .file(PercentCoding.decode(String(text.dropFirst(7)))) : .url(URI(text))
        } else {
            self = .file(text)
        }
    }

    public var description: String {
        switch self {
        case .standardInput: "standard input"
        case .file(let path): path
        case .url(let url): url.description
        }
    }
}
