// A request's body that is not in memory as a whole: pieces of bytes and of files, whose
// length is known beforehand.

/// The pieces of a body, in order. Sending reads them one after the other, and only as much at once
/// as libcurl's buffer takes.
public struct BodySource: Sendable, Hashable {
    /// One piece.
    public enum Piece: Sendable, Hashable {
        /// Bytes in memory.
        case bytes([UInt8])
        /// A part of a file, read while it is sent.
        case file(FileSlice)

        /// In bytes.
        public var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(let slice): slice.count
            }
        }
    }

    /// In the order in which they are sent.
    public let pieces: [Piece]
    /// All pieces together, in bytes.
    public let count: Int

    /// The body that consists of these pieces.
    public init(_ pieces: [Piece]) {
        self.pieces = pieces
        count = pieces.reduce(0) { $0 + $1.count }
    }

    /// The whole body, read into memory.
    /// - Throws: ``NetError/Kind/badRequest`` when a file is missing or has changed.
    public func collected() throws(TransferFailure) -> [UInt8] { try beginning(count) }

    /// The first bytes, at most `most`, read into memory.
    /// - Throws: ``NetError/Kind/badRequest`` when a file is missing or has changed.
    func beginning(_ most: Int) throws(TransferFailure) -> [UInt8] {
        let reader = BodyReader(self)
        let count = min(most, count)
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let result = bytes.withUnsafeMutableBytes { buffer in
                Result { () throws(TransferFailure) in
                    try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]))
                }
            }
            done += try result.get()
        }
        return bytes
    }
}
