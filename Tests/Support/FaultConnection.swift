// One connection of a fault server: reads requests, performs the steps of their answers.

import Foundation

final class FaultConnection {
    let socket: Int32
    private(set) var isClosed = false
    /// The socket took less than it was given.
    private(set) var wantsToWrite = false
    /// When a pause ends.
    private(set) var resumeAt: ContinuousClock.Instant?

    private let number: Int
    private let state: FaultState
    private let handler: FaultServer.Handler
    private var input: [UInt8] = []
    private var requests = 0
    /// How many bytes make the next request complete, once its head has been seen.
    private var needed: (head: Int, total: Int)?
    private var steps: ArraySlice<FaultReply.Step> = []
    /// Bytes of the first step that have gone out.
    private var offset = 0

    private static let block = 64 << 10

    init(socket: Int32, number: Int, state: FaultState, handler: @escaping FaultServer.Handler) {
        self.socket = socket
        self.number = number
        self.state = state
        self.handler = handler
    }

    func read() {
        guard !isClosed else { return }
        var buffer = [UInt8](repeating: 0, count: Self.block)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count > 0 {
                input.append(contentsOf: buffer[..<count])
            } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
                return end()
            } else {
                return
            }
        }
    }

    func end() {
        guard !isClosed else { return }
        isClosed = true
        resumeAt = nil
        close(socket)
    }

    /// Performs steps until one must wait for the socket, the clock or the next request.
    func advance(_ now: ContinuousClock.Instant) {
        while !isClosed {
            guard let step = steps.first else {
                guard let request = nextRequest() else { return }
                if state.keepsRequests { state.counts.withLock { $0.requests.append(request) } }
                steps = handler(request).steps[...]
                continue
            }
            guard perform(step, now) else { return }
            offset = 0
            resumeAt = nil
            steps = steps.dropFirst()
        }
    }

    /// - Returns: whether the step is done.
    private func perform(_ step: FaultReply.Step, _ now: ContinuousClock.Instant) -> Bool {
        switch step {
        case .send(let bytes): return send(upTo: bytes.count) { bytes[$0] }
        case .fill(let byte, let count):
            let block = [UInt8](repeating: byte, count: Self.block)
            return send(upTo: count) { block[0..<min(Self.block, $0.count)] }
        case .drip(let bytes, let count, let interval):
            if let resumeAt, now < resumeAt { return false }
            resumeAt = now + interval
            return send(upTo: min(offset + count, bytes.count)) { bytes[$0] } && offset == bytes.count
        case .wait(let duration):
            guard let resumeAt else {
                self.resumeAt = now + duration
                return false
            }
            return now >= resumeAt
        case .close: end()
        case .reset:
            var abort = linger(l_onoff: 1, l_linger: 0)
            setsockopt(socket, SOL_SOCKET, SO_LINGER, &abort, socklen_t(MemoryLayout<linger>.size))
            end()
        case .hang: break
        }
        return false
    }

    private func send(upTo end: Int, _ piece: (Range<Int>) -> ArraySlice<UInt8>) -> Bool {
        wantsToWrite = false
        while offset < end {
            let bytes = piece(offset..<end)
            let count = bytes.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else {
                if errno == EAGAIN { wantsToWrite = true } else { self.end() }
                return false
            }
            offset += count
            state.counts.withLock { $0.sent += count }
        }
        return true
    }

    private func nextRequest() -> FaultRequest? {
        // A TLS hello is a request too, with everything empty but its bytes: no test should hang because it spoke to the wrong port.
        if needed == nil, input.first == 0x16 { needed = (input.count, input.count) }
        if needed == nil, let end = FaultRequest.headEnd(input), FaultRequest.isChunked(input[..<end]) {
            guard let (body, total) = FaultRequest.chunkedBody(input, from: end) else { return nil }
            requests += 1
            let request = FaultRequest(connection: number, number: requests, head: input[..<end], body: body)
            input.removeFirst(total)
            return request
        }
        if needed == nil, let end = FaultRequest.headEnd(input) {
            needed = (end, end + FaultRequest.contentLength(input[..<end]))
        }
        guard let (head, total) = needed, input.count >= total else { return nil }
        requests += 1
        let request = FaultRequest(connection: number, number: requests, head: input[..<head], body: Array(input[head..<total]))
        input.removeFirst(total)
        needed = nil
        return request
    }
}

extension FaultRequest {
    init(connection: Int, number: Int, head: ArraySlice<UInt8>, body: [UInt8]) {
        self.connection = connection
        self.number = number
        self.head = String(decoding: head, as: UTF8.self)
        self.body = body
        let lines = self.head.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        method = words.first.map(String.init) ?? ""
        target = words.count > 1 ? String(words[1]) : ""
        fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
        }
    }

    /// Where the empty line ends.
    static func headEnd(_ bytes: [UInt8]) -> Int? {
        bytes.indices.first {
            $0 >= 3 && bytes[$0] == 0x0a && bytes[$0 - 1] == 0x0d && bytes[$0 - 2] == 0x0a && bytes[$0 - 3] == 0x0d
        }.map { $0 + 1 }
    }

    static func isChunked(_ head: ArraySlice<UInt8>) -> Bool {
        FaultRequest(connection: 0, number: 0, head: head, body: []).value("Transfer-Encoding")?.lowercased() == "chunked"
    }

    /// The content of a chunked body, and where it ends; nil while it is incomplete.
    static func chunkedBody(_ bytes: [UInt8], from start: Int) -> (body: [UInt8], end: Int)? {
        var (body, place): ([UInt8], Int) = ([], start)
        while let line = bytes[place...].firstIndex(of: 0x0a) {
            let text = String(decoding: bytes[place..<line], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            guard let count = Int(text, radix: 16), bytes.count >= line + 1 + count + 2 else { return nil }
            body += bytes[line + 1..<line + 1 + count]
            place = line + 1 + count + 2
            if count == 0 { return (body, place) }
        }
        return nil
    }

    static func contentLength(_ head: ArraySlice<UInt8>) -> Int {
        FaultRequest(connection: 0, number: 0, head: head, body: []).value("Content-Length").flatMap { Int($0) } ?? 0
    }
}
