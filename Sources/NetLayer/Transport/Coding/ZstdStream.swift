// zstd (RFC 8878), by Facebook's decoder. Frames follow one another.

import CZstd

final class ZstdStream: CodedStream {
    private let state: OpaquePointer
    /// Whether the last byte that was used ended a frame.
    private(set) var isComplete = false
    /// What follows the frames is not part of the stream.
    private var isOver = false

    /// `nil` when there is no memory.
    init?() {
        guard let state = ZSTD_createDStream() else { return nil }
        self.state = state
    }

    deinit { ZSTD_freeDStream(state) }

    func decode(_ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(CodingFault) -> Int {
        guard !isOver else { return 0 }
        var given = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var taken = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        repeat {
            // A new call at the end of a frame would ask for the beginning of another.
            if isComplete, given.pos == given.size { break }
            let rest = ZSTD_decompressStream(state, &taken, &given)
            guard ZSTD_isError(rest) == 0 else {
                guard isComplete else {
                    let isForeign = ZSTD_getErrorCode(rest) == ZSTD_error_prefix_unknown
                    throw CodingFault(detail: String(cString: ZSTD_getErrorName(rest)), isForeign: isForeign)
                }
                isOver = true
                break
            }
            isComplete = rest == 0
        } while taken.pos == 0 && given.pos < given.size
        input.removeFirst(given.pos)
        return taken.pos
    }
}
