// The content codings that responses come in, by the names of their field.

/// A content coding that is decoded (RFC 9110 §8.4.1).
enum ContentCoding: String, CaseIterable {
    case gzip, deflate, brotli = "br", zstd

    /// The value of `Accept-Encoding` for what is decoded here, in curl's words.
    static let accepted = "deflate, gzip, br, zstd"

    /// Several codings after one another; more are not decoded.
    static let mostCodings = 5

    /// `x-gzip` means `gzip`; names are compared without regard to case (RFC 9110 §8.4.1).
    init?(name: some StringProtocol) {
        let name = name.lowercased()
        self.init(rawValue: name == "x-gzip" ? "gzip" : name)
    }

    /// The codings of a response in the order in which they were applied.
    /// - Parameter values: of the fields `Content-Encoding`.
    /// - Returns: nothing to decode for an empty list, for `identity`, and for `chunked`, which is undone before; what
    ///   is wrong, when a name is not known, or there are too many.
    static func read(_ values: [String]) -> Result<[ContentCoding], UnknownCoding> {
        let names = values.flatMap { $0.split(separator: ",") }.map { String($0).trimmingBlanks }.filter {
            !$0.isEmpty && !["identity", "chunked"].contains($0.lowercased())
        }
        guard names.count <= mostCodings else { return .failure(UnknownCoding(name: names.joined(separator: ", "))) }
        var codings: [ContentCoding] = []
        for name in names {
            guard let coding = ContentCoding(name: name) else { return .failure(UnknownCoding(name: name)) }
            codings.append(coding)
        }
        return .success(codings)
    }

    /// What a stream in this coding is decoded by; `nil` when there is no memory.
    func makeStream() -> (any CodedStream)? {
        switch self {
        case .gzip: InflateStream(.gzip)
        case .deflate: InflateStream(.deflate)
        case .brotli: BrotliStream()
        case .zstd: ZstdStream()
        }
    }
}

/// The name of a coding that is not decoded, as the server wrote it.
struct UnknownCoding: Error, Hashable {
    var name: String
}
