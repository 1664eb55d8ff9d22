// The part of a request's body that is searched for names of secrets: everything in memory, and its files.

struct SearchedBody {
    /// The limit for files in bytes: longer files are not searched.
    static let longestFile = 4 << 20
    /// The length of the beginning of a longer file that decides whether it is text.
    private static let beginning = 4 << 10

    /// The body as it is sent, including its files.
    private(set) var bytes: [UInt8] = []
    /// Whether all text was read: no text file was too long, and every file could be read.
    private(set) var isWhole = true

    init(_ body: WireBody) {
        switch body {
        case .none: break
        case .bytes(let bytes): self.bytes = bytes
        case .stream(let source): for piece in source.pieces { appendPiece(piece) }
        case .sequence: isWhole = false
        }
    }

    private mutating func appendPiece(_ piece: BodySource.Piece) {
        switch piece {
        case .bytes(let more): bytes += more
        case .file(let slice):
            let isLong = slice.count > Self.longestFile
            guard let text = try? BodySource([piece]).beginning(isLong ? Self.beginning : slice.count) else {
                isWhole = false
                return
            }
            if !isLong { bytes += text } else if Self.isText(text) { isWhole = false }
        }
    }

    /// Text has no zero bytes, except UTF-16 with a byte order mark.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        !bytes.contains(0) || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    }
}
