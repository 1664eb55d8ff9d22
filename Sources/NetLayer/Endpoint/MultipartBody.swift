// Writes multipart/form-data (RFC 7578) from texts.

/// A body of several named parts.
public enum MultipartBody {
    /// One part.
    public struct Part: Sendable, Hashable {
        /// The name of the form's field.
        public var name: String
        /// What it holds.
        public var text: String
        /// It goes with a file name, as servers expect of an upload.
        public var isFile: Bool

        /// A part from its parts.
        public init(name: String, text: String, isFile: Bool = false) {
            self.name = name
            self.text = text
            self.isFile = isFile
        }
    }

    /// The parts as a request's body, between lines that stand in none of them.
    public static func encode(_ parts: [Part]) -> RequestBody {
        var number = 1
        while parts.contains(where: { $0.text.contains(boundary(number)) }) { number += 1 }
        let line = boundary(number)
        var text = ""
        for part in parts {
            text += "--\(line)\r\nContent-Disposition: form-data; name=\"\(escaped(part.name))\""
            if part.isFile { text += "; filename=\"\(escaped(part.name))\"\r\nContent-Type: application/octet-stream" }
            text += "\r\n\r\n\(part.text)\r\n"
        }
        text += "--\(line)--\r\n"
        return .bytes(Array(text.utf8), contentType: "multipart/form-data; boundary=\(line)")
    }

    private static func boundary(_ number: Int) -> String { "explorer-part-\(number)-7MA4YWxkTrZu0gW" }

    /// As browsers do (WHATWG, "multipart form data"): the three characters that would end the name.
    private static func escaped(_ name: String) -> String {
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
