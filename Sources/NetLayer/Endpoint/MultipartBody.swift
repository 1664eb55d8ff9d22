// Makes multipart/form-data (RFC 7578) from texts, bytes and files, without reading the files.

/// A body of several named parts.
public struct MultipartBody: Sendable, Hashable {
    /// One part.
    public struct Part: Sendable, Hashable {
        /// The content of a part.
        public enum Content: Sendable, Hashable {
            /// These bytes, in memory.
            case bytes([UInt8])
            /// A file, read while it is sent; `range` `nil` is the whole of it.
            case file(path: String, range: Range<Int>? = nil)
        }

        /// The name of the form's field.
        public var name: String
        /// The content of the field.
        public var content: Content
        /// Servers treat a part with a file name as an upload.
        public var fileName: String?
        /// Its `Content-Type`; none is written for `nil`.
        public var contentType: String?

        /// A part from its pieces; without a file name it is a plain field of the form.
        public init(name: String, content: Content, fileName: String? = nil, contentType: String? = nil) {
            self.name = name
            self.content = content
            self.fileName = fileName
            self.contentType = contentType
        }

        /// A text; with `isFile` it has a file name, as servers expect of an upload.
        public init(name: String, text: String, isFile: Bool = false) {
            self.init(
                name: name, content: .bytes(Array(text.utf8)), fileName: isFile ? name : nil,
                contentType: isFile ? "application/octet-stream" : nil)
        }

        /// A file under the last component of its path.
        public init(name: String, file path: String, contentType: String = "application/octet-stream") {
            self.init(
                name: name, content: .file(path: path), fileName: path.split(separator: "/").last.map(String.init) ?? path,
                contentType: contentType)
        }
    }

    /// In the order in which they are sent.
    public var parts: [Part]

    /// A body of these parts.
    public init(_ parts: [Part] = []) { self.parts = parts }

    /// The parts as a request's body in memory, separated by a boundary that occurs in none of them.
    /// For parts without files. The call counts as data, unless ``RequestPlan/kind`` says upload.
    public static func encode(_ parts: [Part]) -> RequestBody {
        let body = MultipartBody(parts)
        let line = body.derivedBoundary
        let bytes = body.framed(line).flatMap { piece -> [UInt8] in if case .bytes(let bytes) = piece { bytes } else { [] } }
        return .bytes(bytes, contentType: Self.contentType(line))
    }

    /// The parts as a request's body: encoded in memory as by ``encode(_:)``, unless one of them is a file.
    public var requestBody: RequestBody { hasFiles ? .multipart(self) : Self.encode(parts) }

    /// The value of `Content-Type`.
    static func contentType(_ boundary: String) -> String { "multipart/form-data; boundary=\(boundary)" }

    /// A boundary that occurs in no part that is in memory. The same parts give the same boundary.
    var derivedBoundary: String {
        var number = 1
        while contains(Self.boundary(number)) { number += 1 }
        return Self.boundary(number)
    }

    /// Whether a part in memory contains that text.
    func contains(_ boundary: String) -> Bool {
        let needle = Array(boundary.utf8)
        return parts.contains { part in
            guard case .bytes(let bytes) = part.content else { return false }
            return bytes.contains(needle)
        }
    }

    /// RFC 2046 §5.1.1, without the space.
    static func isBoundary(_ text: String) -> Bool {
        (1...70).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                HTTPMethod.isTokenByte(byte) ? !"!#$%&*^`|~".utf8.contains(byte) : "(),/:=?".utf8.contains(byte)
            }
    }

    var hasFiles: Bool { parts.contains { if case .file = $0.content { true } else { false } } }

    /// The first content type that would break the head of its part.
    var refusedContentType: String? {
        parts.compactMap(\.contentType).first { $0.unicodeScalars.contains { $0 == "\r" || $0 == "\n" || $0 == "\0" } }
    }

    /// The whole body in pieces: the delimiters and heads around the parts, and the parts.
    func framed(_ boundary: String) -> [Part.Content] {
        var pieces: [Part.Content] = []
        var text = ""
        for part in parts {
            text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(part.name))\""
            if let fileName = part.fileName { text += "; filename=\"\(Self.escaped(fileName))\"" }
            if let contentType = part.contentType { text += "\r\nContent-Type: \(contentType)" }
            pieces += [.bytes(Array((text + "\r\n\r\n").utf8)), part.content]
            text = "\r\n"
        }
        return pieces + [.bytes(Array((text + "--\(boundary)--\r\n").utf8))]
    }

    private static func boundary(_ number: Int) -> String { "explorer-part-\(number)-7MA4YWxkTrZu0gW" }

    /// As browsers do (WHATWG, "multipart form data"): the three characters that would end the name.
    static func escaped(_ name: String) -> String {
        String(
            name.unicodeScalars.flatMap { scalar -> [Character] in
                switch scalar {
                case "\"": Array("%22")
                case "\r": Array("%0D")
                case "\n": Array("%0A")
                default: [Character(scalar)]
                }
            })
    }
}
