// One thing that a workspace, a collection or a description does outside its own folder and services: the user is asked before it happens.

import NetLayer

/// Something that a source does only when the user agrees to it.
public struct TrustNeed: Sendable, Hashable {
    /// What kind of thing it is, in the order in which needs are shown: what does the most harm comes first.
    public enum Kind: Int, Sendable, Hashable, Comparable, CaseIterable {
        /// Runs a program.
        case command
        /// Sends requests, secrets or a login to a host.
        case host
        /// Goes through a proxy, or to another address than the host's.
        case proxy
        /// Connects to a Unix socket, or takes orders from one.
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

    /// What kind of thing it is.
    public var kind: Kind
    /// `reads the variable SHOP_TOKEN`; a verb first, as the source's deed.
    public var text: String
    /// The API of the workspace that does it; empty where there is one only, or for all of them.
    public var api: String
    /// The file that says so, as a message names it.
    public var file: String
    /// The line in that file; `nil` where it is not known.
    public var line: Int?
    /// The digest of a program's text, so that a changed program is another need; empty for everything else.
    public var stamp: String

    /// - Parameters:
    ///   - kind: what kind of thing it is.
    ///   - text: the deed, with a verb first.
    ///   - api: the API of the workspace that does it; empty for all of them.
    ///   - file: the file that says so.
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

    /// What it is known by once the user has agreed: the same deed of the same API. Where it stands in its file does not matter.
    public var key: String { Digest.text(Digest.sha256(Array("\(kind)\u{0}\(api)\u{0}\(text)\u{0}\(stamp)".utf8))) }
}

extension URI {
    /// The origin as people write it: without the port that its scheme has anyway (RFC 6454 §6.2).
    public var shownOrigin: String {
        for (scheme, port) in [("https://", ":443"), ("http://", ":80")] where origin.hasPrefix(scheme) && origin.hasSuffix(port)
        {
            return String(origin.dropLast(port.count))
        }
        return origin
    }
}

extension [TrustNeed] {
    /// Each once, those that do the most harm first, then in the order of their files.
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
