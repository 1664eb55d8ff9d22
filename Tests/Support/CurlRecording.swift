// What curl itself sent for a command line, recorded at a socket: Tests/Fixtures/collections/curl-wire.json.

import Foundation
import Testing

/// A command line, and the requests that curl made of it.
public struct CurlRecording: Decodable, Sendable, CustomTestStringConvertible {
    public struct Request: Decodable, Sendable, Equatable {
        public var method: String
        public var target: String
        /// Sorted, names in small letters, without those that curl adds by itself.
        public var fields: [String]
        public var body: String?
        /// Name, file name, media type, content.
        public var parts: [[String]]?

        public init(method: String, target: String, fields: [String], body: String? = nil, parts: [[String]]? = nil) {
            (self.method, self.target, self.fields, self.body, self.parts) = (method, target, fields, body, parts)
        }
    }

    public var line: String
    public var requests: [Request]
    public var testDescription: String { line }

    /// Empty when the file is not there, which a test of their count notices.
    public static let all: [CurlRecording] = {
        let file = SharedData.repository.appending(path: "Tests/Fixtures/collections/curl-wire.json")
        return (try? JSONDecoder().decode([CurlRecording].self, from: Data(contentsOf: file))) ?? []
    }()

    /// The files that stood beside curl.
    public static let files = ["f.txt": "line1\nline2\n", "g.json": "{\"a\":\n1}\n", "c d.html": "<p>"]
}
