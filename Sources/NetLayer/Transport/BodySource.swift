// A request's body that is not in memory as a whole: pieces of bytes and of files, their length known beforehand.

/// The pieces of a body, in order. Sending reads them one after the other and holds no more of them than libcurl's buffer.
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

    /// The body that these pieces make together.
    public init(_ pieces: [Piece]) {
        self.pieces = pieces
        count = pieces.reduce(0) { $0 + $1.count }
    }

    /// Everything, read into memory.
    /// - Throws: ``NetError/Kind/badRequest`` when a file is gone or has changed.
    public func collected() throws(TransferFailure) -> [UInt8] { try beginning(count) }

    /// The first bytes, read into memory; all of them where there are no more.
    /// - Throws: ``NetError/Kind/badRequest`` when a file is gone or has changed.
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
