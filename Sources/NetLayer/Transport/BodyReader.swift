// Reads a body's pieces in order, and again from any offset: libcurl starts over when a connection turns
// out to be dead.

import Glibc

/// One pass over a ``BodySource``. Used by one thread at a time.
final class BodyReader {
    private let source: BodySource
    private var piece = 0
    /// Within the piece.
    private var position = 0
    /// The open file of the current piece, after its first read.
    private var descriptor: Int32 = -1

    init(_ source: BodySource) { self.source = source }

    deinit { closeFile() }

    /// Fills the buffer, or as much of it as the rest of the body.
    /// - Returns: the number of bytes; 0 is the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(TransferFailure) -> Int {
        var filled = 0
        while filled < buffer.count, piece < source.pieces.count {
            let current = source.pieces[piece]
            guard position < current.count else {
                closeFile()
                piece += 1
                position = 0
                continue
            }
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let got = try copy(current, into: room)
            position += got
            filled += got
        }
        return filled
    }

    private func copy(_ piece: BodySource.Piece, into room: UnsafeMutableRawBufferPointer) throws(TransferFailure) -> Int {
        switch piece {
        case .bytes(let bytes):
            let got = min(room.count, bytes.count - position)
            bytes.withUnsafeBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + got])) }
            return got
        case .file(let slice):
            if descriptor < 0 { descriptor = try slice.open() }
            let got = try slice.readBytes(descriptor, from: position, into: room)
            // Before its last bytes are sent: a complete body is then always one state of the file.
            if position + got == slice.count { try slice.check(descriptor) }
            return got
        }
    }

    /// Continues at that byte of the whole body.
    func seek(to offset: Int) {
        closeFile()
        piece = 0
        position = max(0, offset)
        while piece < source.pieces.count, position >= source.pieces[piece].count {
            position -= source.pieces[piece].count
            piece += 1
        }
    }

    private func closeFile() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
    }
}
