// gzip (RFC 1952) and deflate (RFC 1950, and 1951 without its frame, which some servers send), by zlib.

import CZlib

final class InflateStream: CodedStream {
    enum Format {
        case gzip, deflate
    }

    private let format: Format
    private let stream: UnsafeMutablePointer<z_stream>
    /// Where the next byte belongs to.
    private var place: Place
    /// The first two bytes: they tell whether it is gzip, and whether `deflate` has a frame.
    private var beginning: [UInt8] = []

    private enum Place {
        /// Before the first two bytes are known.
        case beginning
        case inside
        /// Behind a member: another one, padding, or bytes that belong to nothing may follow.
        case behind
        /// What follows is not part of the stream.
        case over
    }

    /// zlib's numbers for its formats: the largest window, and 16 more for gzip, negative without a frame.
    private static let (gzip, zlib, raw) = (Int32(15 + 16), Int32(15), Int32(-15))

    /// `nil` when there is no memory.
    init?(_ format: Format) {
        self.format = format
        place = .beginning
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard czlib_inflate_init(stream, format == .gzip ? Self.gzip : Self.zlib) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    var isComplete: Bool { place == .behind || place == .over }

    func decode(_ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(CodingFault) -> Int {
        while !input.isEmpty {
            switch place {
            case .beginning:
                beginning.append(input[0])
                input.removeFirst(1)
                guard beginning.count == 2 else { continue }
                switch format {
                case .gzip where beginning != Self.magic: throw CodingFault(detail: "it does not begin as gzip", isForeign: true)
                case .deflate where !Self.isFramed(beginning): inflateReset2(stream, Self.raw)
                case .gzip, .deflate: break
                }
                place = .inside
                // Two bytes decode to less than any room that is given here.
                let count = try beginning.withUnsafeBytes { bytes in
                    var bytes = bytes
                    return Result { () throws(CodingFault) in try inflate(&bytes, into: output) }
                }.get()
                if count > 0 { return count }
            case .inside:
                let before = input.count
                let count = try inflate(&input, into: output)
                // zlib stores bytes of a block's header without output.
                if count > 0 || input.count == before { return count }
            case .behind:
                // RFC 1952 §2.2: members follow one another. Zeros fill up a block of a tape or disk.
                if input[0] == 0 {
                    input.removeFirst(1)
                } else if format == .gzip, input[0] == 0x1f {
                    inflateReset(stream)
                    place = .inside
                } else {
                    place = .over
                }
            case .over: return 0
            }
        }
        // What zlib holds back although there is no more input.
        return place == .inside ? try inflate(&input, into: output) : 0
    }

    private func inflate(_ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(CodingFault)
        -> Int
    {
        stream.pointee.next_in = UnsafeMutableRawPointer(mutating: input.baseAddress)?.assumingMemoryBound(to: Bytef.self)
        stream.pointee.avail_in = uInt(clamping: input.count)
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: Bytef.self)
        stream.pointee.avail_out = uInt(clamping: output.count)
        let given = Int(stream.pointee.avail_in)
        let room = Int(stream.pointee.avail_out)
        let code = CZlib.inflate(stream, Z_NO_FLUSH)
        input.removeFirst(given - Int(stream.pointee.avail_in))
        let count = room - Int(stream.pointee.avail_out)
        switch code {
        case Z_OK, Z_BUF_ERROR: return count
        case Z_STREAM_END:
            place = .behind
            return count
        case Z_MEM_ERROR: throw CodingFault(detail: "there is no memory to decode it")
        case Z_NEED_DICT: throw CodingFault(detail: "it needs a dictionary")
        default:
            let isForeign = format == .deflate && !Self.isFramed(beginning)
            throw CodingFault(
                detail: stream.pointee.msg.map { String(cString: $0) } ?? "it is not in this coding", isForeign: isForeign)
        }
    }

    /// RFC 1952 §2.3.1.
    private static let magic: [UInt8] = [0x1f, 0x8b]

    /// RFC 1950 §2.2: the method is 8, and both bytes together are a multiple of 31.
    private static func isFramed(_ bytes: [UInt8]) -> Bool {
        bytes[0] & 0x0f == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    }
}
