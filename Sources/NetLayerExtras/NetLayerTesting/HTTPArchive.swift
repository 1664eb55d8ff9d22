// Recorded traffic (HAR 1.2) as the script of a transport: a browser's or a proxy's recording replaces the
// server.

import FoundationEssentials
import NetLayer
import Synchronization

/// The exchanges of an HTTP archive (HAR 1.2), such as browsers export.
///
///     let archive = try HTTPArchive(contentsOf: "Tests/shop.har")
///     let client = NetClient(transport: archive.transport())
///
/// The bodies of an archive are decoded already: of the recorded header fields, `Content-Encoding`,
/// `Content-Length` and `Transfer-Encoding` are left out.
public struct HTTPArchive: Sendable {
    /// One recorded request and the response to it.
    public struct Entry: Sendable, Hashable {
        /// The method of the request.
        public var method: HTTPMethod
        /// The URL of the request.
        public var url: URI
        /// The status of the response; 0 where the recording has none, because the request failed.
        public var status: Int
        /// The fields of the response.
        public var headers: Headers
        /// The body of the response, decoded.
        public var body: [UInt8]
    }

    /// The archive cannot be read.
    public struct ReadingError: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is wrong, and in which entry.
        public let description: String
    }

    /// In the order of the recording.
    public let entries: [Entry]

    /// Reads an archive.
    /// - Parameter bytes: the text of the file.
    /// - Throws: ``ReadingError``.
    public init(_ bytes: [UInt8]) throws(ReadingError) {
        let document: JSONDocument
        do {
            document = try JSONDocument(bytes)
        } catch {
            throw ReadingError(description: "the archive is not JSON: \(error)")
        }
        guard let list = document.root["log"]?["entries"], list.kind == .array else {
            throw ReadingError(description: "the text has no list at /log/entries: it is not an HTTP archive")
        }
        var entries: [Entry] = []
        for (index, node) in list.elements.enumerated() { entries.append(try Entry(node, index)) }
        self.entries = entries
    }

    /// Reads an archive from a file.
    /// - Throws: ``ReadingError``, or Foundation's error where the file cannot be read.
    public init(contentsOf path: String) throws { try self.init([UInt8](Data(contentsOf: URL(filePath: path)))) }

    /// How a request finds its entry.
    public enum Matching: Sendable, Hashable {
        /// By method and whole URL, except for the fragment.
        case url
        /// By method, path and query: for a recording of another host than the one that the test calls.
        case pathAndQuery
    }

    /// A transport that responds with the recorded responses. Requests with the same method and URL get the
    /// responses to such requests in the order of the recording, and the last of them from then on. A request
    /// without an entry fails with ``NetError/Kind/transport``; so does one whose recording has no response.
    public func transport(matching: Matching = .url) -> ScriptedTransport {
        let shelf = Mutex(Dictionary(grouping: entries) { matching.key($0.method, $0.url) })
        return ScriptedTransport { request in
            let key = matching.key(request.method, request.url)
            let entry = shelf.withLock { entries -> Entry? in
                guard let waiting = entries[key], let first = waiting.first else { return nil }
                if waiting.count > 1 { entries[key]?.removeFirst() }
                return first
            }
            guard let entry else { return .failure(.transport, "the archive has no entry for \(request)") }
            guard entry.status > 0 else { return .failure(.transport, "the archive has no response to \(request)") }
            return .answer(entry.status, headers: entry.headers, body: entry.body)
        }
    }
}

extension HTTPArchive.Matching {
    fileprivate func key(_ method: HTTPMethod, _ url: URI) -> String {
        let path = (url.path.isEmpty ? "/" : url.path) + (url.query.map { "?\($0)" } ?? "")
        return "\(method) \(self == .url ? url.origin : "")\(path)"
    }
}

extension HTTPArchive.Entry {
    /// Reads what the replay needs; the rest of the entry may have any form.
    fileprivate init(_ node: JSONNode, _ index: Int) throws(HTTPArchive.ReadingError) {
        func refuse(_ what: String) -> HTTPArchive.ReadingError {
            HTTPArchive.ReadingError(description: "entry \(index) (line \(node.line)) \(what)")
        }
        guard let request = node["request"], let method = request["method"]?.string, let url = request["url"]?.string else {
            throw refuse("has no request with a method and a URL")
        }
        guard let response = node["response"], let status = response["status"]?.int else {
            throw refuse("has no response with a status")
        }
        let content = response["content"]
        let text = content?["text"]?.string ?? ""
        var body = [UInt8](text.utf8)
        if content?["encoding"]?.string == "base64" {
            guard let decoded = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
                throw refuse("has a body that is not base64")
            }
            body = [UInt8](decoded)
        }
        let framing = ["content-encoding", "content-length", "transfer-encoding"]
        let fields = response["headers"]?.elements.map { $0 } ?? []
        let headers = fields.compactMap { field -> HeaderField? in
            guard let name = field["name"]?.string, let value = field["value"]?.string,
                // HTTP/2 has the status as a field.
                !framing.contains(name.lowercased()), !name.hasPrefix(":")
            else { return nil }
            return HeaderField(name, value)
        }
        self.init(method: HTTPMethod(rawValue: method), url: URI(url), status: status, headers: Headers(headers), body: body)
    }
}
