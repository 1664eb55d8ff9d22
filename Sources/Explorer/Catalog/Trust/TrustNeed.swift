// An action of a workspace, a collection or a description outside its own folder and services. The user must
// agree to it first.

import NetLayer

/// An action that a source may perform only when the user agrees.
public struct TrustNeed: Sendable, Hashable {
    /// The kinds of actions, in display order: the most harmful first.
    public enum Kind: Int, Sendable, Hashable, Comparable, CaseIterable {
        /// Runs a program.
        case command
        /// Sends requests, secrets or a login to a host.
        case host
        /// Goes through a proxy, or to another address than the host's.
        case proxy
        /// Connects to a Unix socket, or receives directives from one.
        case socket
        /// Accepts any certificate, or other authorities than the system's.
        case certificate
        /// Sends a file.
        case sentFile
        /// Reads a secret: a variable of the environment, a stored secret, a file of the folder.
        case secret
        /// Reads a file outside the folder, or fetches one from another host.
        case readFile

        public static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    /// The kind of action.
    public var kind: Kind
    /// The action in words, with a verb first: `reads the variable SHOP_TOKEN`.
    public var text: String
    /// The API of the workspace that does it; empty where there is only one, or for all of them.
    public var api: String
    /// The file that contains it, as a message names it.
    public var file: String
    /// The line in that file; `nil` where it is unknown.
    public var line: Int?
    /// The digest of a program's text: a changed program is another need. Empty for everything else.
    public var stamp: String

    /// - Parameters:
    ///   - kind: the kind of action.
    ///   - text: the action in words, with a verb first.
    ///   - api: the API of the workspace that does it; empty for all of them.
    ///   - file: the file that contains it.
    ///   - line: the line in that file.
    ///   - stamp: the digest of a program's text.
    public init(_ kind: Kind, _ text: String, api: String = "", file: String = "", line: Int? = nil, stamp: String = "") {
        self.kind = kind
        self.text = text
        self.api = api
        self.file = file
        self.line = line
        self.stamp = stamp
    }

    /// The identity of the need in the user's agreement: the same action of the same API. Its place in the
    /// file does not matter.
    public var key: String { Digest.hexString(Digest.sha256(Array("\(kind)\u{0}\(api)\u{0}\(text)\u{0}\(stamp)".utf8))) }
}

extension URI {
    /// The origin for display: without its scheme's default port (RFC 6454 §6.2).
    public var shownOrigin: String {
        for (scheme, port) in [("https://", ":443"), ("http://", ":80")] where origin.hasPrefix(scheme) && origin.hasSuffix(port)
        {
            return String(origin.dropLast(port.count))
        }
        return origin
    }
}

extension [TrustNeed] {
    /// Each need once, the most harmful first, then in the order of their files.
    public var inOrder: [TrustNeed] {
        var seen: Set<String> = []
        return enumerated().sorted { left, right in
            let (one, other) = (left.element, right.element)
            if one.kind != other.kind { return one.kind < other.kind }
            return (one.file, one.line ?? 0, left.offset) < (other.file, other.line ?? 0, right.offset)
        }
        .map(\.element).filter { seen.insert($0.key).inserted }
    }
}
