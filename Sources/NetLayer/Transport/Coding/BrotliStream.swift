// br (RFC 7932), by Google's decoder.

import CBrotli

final class BrotliStream: CodedStream {
    private let state: OpaquePointer

    /// `nil` when there is no memory.
    init?() {
        guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
        self.state = state
    }

    deinit { BrotliDecoderDestroyInstance(state) }

    var isComplete: Bool { BrotliDecoderIsFinished(state) != 0 }

    func decode(_ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(CodingFault) -> Int {
        guard !isComplete else { return 0 }
        var given = input.count
        var next = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var room = output.count
        var free = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let result = BrotliDecoderDecompressStream(state, &given, &next, &room, &free, nil)
        input.removeFirst(input.count - given)
        guard result != BROTLI_DECODER_RESULT_ERROR else {
            let detail = String(cString: BrotliDecoderErrorString(BrotliDecoderGetErrorCode(state)))
            throw CodingFault(detail: detail, isForeign: true)
        }
        return output.count - room
    }
}
