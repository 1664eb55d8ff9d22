// The formats that are lists of records but not one JSON text.

/// A format of records that ``RecordText`` converts to a JSON list.
public enum RecordKind: Sendable, Hashable {
    /// Comma- or otherwise separated values (RFC 4180). The first records determine the parts that are `nil`.
    case delimited(by: UInt8?, hasHeader: Bool?)
    /// A JSON value per line: NDJSON, JSON lines.
    case jsonLines
    /// JSON values that begin with a record separator (RFC 7464).
    case jsonSequence
    /// Server-sent events (WHATWG HTML §9.2).
    case events
    /// Parts between boundaries (RFC 2046 §5.1).
    case multipart(boundary: String)

    /// Whether each record is sent on its own as JSON, or has JSON as its data: a stream of values, not a text or a form.
    public var isStreamOfJSON: Bool {
        switch self {
        case .jsonLines, .jsonSequence, .events: true
        case .delimited, .multipart: false
        }
    }

    /// The format of a Content-Type; `nil` when it is none of these.
    public init?(contentType: String) {
        let header = HeaderParameters(contentType)
        switch header.value {
        case "text/csv", "application/csv", "text/x-csv", "application/x-csv", "text/comma-separated-values":
            self = .delimited(by: nil, hasHeader: header["header"].map { $0.lowercased() != "absent" })
        case "text/tab-separated-values", "text/tsv": self = .delimited(by: Byte.tab, hasHeader: nil)
        case "application/x-ndjson", "application/ndjson", "text/x-ndjson", "application/jsonl", "application/x-jsonl",
            "application/jsonlines", "application/x-jsonlines", "application/json-lines", "text/jsonl", "application/stream+json":
            self = .jsonLines
        case "application/json-seq": self = .jsonSequence
        case _ where header.value.hasSuffix("+json-seq"): self = .jsonSequence
        case "text/event-stream": self = .events
        case _ where header.value.hasPrefix("multipart/"):
            guard let boundary = header["boundary"], !boundary.isEmpty else { return nil }
            self = .multipart(boundary: boundary)
        default: return nil
        }
    }

    /// The number of a text's bytes that determine its format.
    public static let sampleLength = 64 << 10

    /// Detects the format from the text: many servers send JSON lines as `application/json` or as plain text.
    /// Detects only unambiguous formats: a record separator, or two lines that are each an object or a list.
    public init?(lookingAt bytes: [UInt8]) {
        let mark = bytes.withUnsafeBufferPointer { Byte.markLength($0) }
        let beginning = bytes.dropFirst(mark).prefix(Self.sampleLength)
        if beginning.first == 0x1e {
            self = .jsonSequence
            return
        }
        let lines = beginning.split(separator: Byte.newline).lazy.filter { !$0.allSatisfy(Byte.isSpace) }.prefix(2)
        // The last line may be cut off, here or in a stream.
        guard let first = lines.first, let second = lines.dropFirst().first, JSONBytes.fault(in: first) == nil,
            JSONBytes.fault(in: second)?.isTruncated ?? true
        else { return nil }
        let starts = [first, second].map { line in line.first { !Byte.isSpace($0) } }
        guard starts.allSatisfy({ $0 == Byte.openBrace || $0 == Byte.openBracket }) else { return nil }
        self = .jsonLines
    }
}
