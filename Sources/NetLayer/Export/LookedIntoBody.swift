// What of a request's body is looked through for names of secrets: all that is in memory, and its files.

struct LookedIntoBody {
    /// A file that is longer, in bytes, is not read to look for names.
    static let longestFile = 4 << 20
    /// So much of the beginning of a longer one tells whether it is text.
    private static let beginning = 4 << 10

    /// As it is sent, with its files in it.
    private(set) var bytes: [UInt8] = []
    /// Whether nothing is missing in which there could be names: no text that is too long, no file that cannot be read.
    private(set) var isWhole = true

    init(_ body: WireBody) {
        switch body {
        case .none: break
        case .bytes(let bytes): self.bytes = bytes
        case .stream(let source): for piece in source.pieces { add(piece) }
        }
    }

    private mutating func add(_ piece: BodySource.Piece) {
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

    /// Texts have no zero bytes, unless they are UTF-16 and say so.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        !bytes.contains(0) || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    }
}
