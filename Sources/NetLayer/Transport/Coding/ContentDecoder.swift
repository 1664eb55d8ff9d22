// Decodes the body of a response piece by piece, and holds what its observer does not take yet.

/// The codings of one response, undone from the last to the first (RFC 9110 §8.4). Used by one thread at a time.
final class ContentDecoder {
    /// The result of offering what is decoded.
    enum Delivery {
        /// All that was put in has been taken.
        case empty
        /// The observer takes no more bytes now.
        case busy
        case failed(TransferFailure)
    }

    private struct Stage {
        let stream: any CodedStream
        /// Bytes for the stream, the output of the stage before.
        var input: [UInt8] = []
        /// How many of them the stream has used.
        var used = 0
    }

    /// The bytes that are offered at once, at most.
    static let pieceBytes = 64 << 10

    private let codings: [ContentCoding]
    private var stages: [Stage]
    /// Whether the body is given as it came: the bytes are not in the coding that their response declares.
    private(set) var isPlain = false
    /// Whether any byte of the body came.
    private var hasBegun = false
    /// All that came, until some of it has been offered: what is in no coding is given as it came.
    private var beginning: [UInt8] = []
    /// Whether bytes have been offered.
    private var hasOffered = false
    private var piece: [UInt8] = []
    /// How many bytes of ``piece`` are decoded and not taken.
    private var filled = 0
    private var fault: TransferFailure?

    /// `nil` when there is nothing to decode, or no memory to decode it.
    init?(_ codings: [ContentCoding]) {
        let streams = codings.reversed().map { $0.makeStream() }
        guard !streams.isEmpty, !streams.contains(where: { $0 == nil }) else { return nil }
        self.codings = codings
        stages = streams.compactMap { $0.map { Stage(stream: $0) } }
    }

    /// Nothing is left to offer.
    var isEmpty: Bool { filled == 0 && fault == nil && stages[0].used == stages[0].input.count }

    /// Why the body is not whole, once all of it was put in and taken. A body without a byte is whole: some servers
    /// declare a coding for none.
    var failureAtEnd: TransferFailure? {
        guard hasBegun, !isPlain, !stages.allSatisfy(\.stream.isComplete) else { return nil }
        return TransferFailure(.cut, "the body ended inside its content coding (\(names)): the rest is missing")
    }

    /// The names of the codings, in the order in which they were applied.
    var names: String { codings.map(\.rawValue).joined(separator: ", ") }

    /// Takes a piece as it came, while it ``isEmpty``.
    func put(_ bytes: UnsafeRawBufferPointer) {
        hasBegun = hasBegun || !bytes.isEmpty
        if !hasOffered, !isPlain { beginning.append(contentsOf: bytes) }
        stages[0].input.replaceSubrange(0..., with: bytes)
        stages[0].used = 0
    }

    /// Offers what can be decoded, until nothing is left or the observer does not take it.
    func deliver(_ offer: (UnsafeRawBufferPointer) -> BodyVerdict) -> Delivery {
        while true {
            if filled == 0 {
                if let fault { return .failed(fault) }
                fill()
            }
            if filled == 0, fault == nil { return .empty }
            guard filled > 0 else { continue }
            switch piece.withUnsafeBytes({ offer(UnsafeRawBufferPointer(rebasing: $0[..<filled])) }) {
            case .accepted:
                filled = 0
                setOffered()
            case .busy:
                setOffered()
                return .busy
            case .refused(let failure): return .failed(failure)
            }
        }
    }

    /// Decodes until the piece is full or the input is used.
    private func fill() {
        guard !isPlain else { return fillPlain() }
        if piece.isEmpty { piece = [UInt8](repeating: 0, count: Self.pieceBytes) }
        do throws(CodingFault) {
            while filled < piece.count {
                let count = try decode(stages.count - 1, into: &piece, from: filled)
                guard count > 0 else { return }
                filled += count
            }
        } catch {
            // The first bytes are not in the coding at all. br, and deflate without a frame, begin with any byte: there
            // the body must be text.
            if !hasOffered, error.isForeign, codings.count == 1, hasSign || Self.isText(beginning) {
                (isPlain, stages[0].input, stages[0].used, filled) = (true, beginning, 0, 0)
                return fillPlain()
            }
            fault = TransferFailure(.protocolViolation, "the body is not in its content coding (\(names)): \(error.detail)")
        }
    }

    private func setOffered() {
        guard !hasOffered else { return }
        (hasOffered, beginning) = (true, [])
    }

    /// Streams in the coding begin with bytes that nothing else begins with.
    private var hasSign: Bool { codings[0] == .gzip || codings[0] == .zstd }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        bytes.prefix(64).allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 || $0 == 0x0a || $0 == 0x0d }
    }

    private func fillPlain() {
        piece = Array(stages[0].input[stages[0].used...])
        filled = piece.count
        stages[0].used = stages[0].input.count
    }

    /// - Returns: 0 when the stage needs bytes that have not come.
    private func decode(_ index: Int, into output: inout [UInt8], from start: Int) throws(CodingFault) -> Int {
        while true {
            let count = try step(index, into: &output, from: start)
            // Input that is left belongs to nothing.
            if count == 0 { stages[index].used = stages[index].input.count }
            guard count == 0, index > 0 else { return count }
            var more = [UInt8](repeating: 0, count: Self.pieceBytes)
            let next = try decode(index - 1, into: &more, from: 0)
            guard next > 0 else { return 0 }
            stages[index].input = Array(more[..<next])
            stages[index].used = 0
        }
    }

    private func step(_ index: Int, into output: inout [UInt8], from start: Int) throws(CodingFault) -> Int {
        let stage = stages[index]
        var rest = 0
        let result = stage.input.withUnsafeBytes { input in
            output.withUnsafeMutableBytes { output in
                Result { () throws(CodingFault) in
                    var input = UnsafeRawBufferPointer(rebasing: input[stage.used...])
                    defer { rest = input.count }
                    return try stage.stream.decode(&input, into: UnsafeMutableRawBufferPointer(rebasing: output[start...]))
                }
            }
        }
        stages[index].used = stage.input.count - rest
        return try result.get()
    }
}
