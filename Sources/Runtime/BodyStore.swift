// Keeps the bodies of answers and cuts them into lines as they are looked at, away from the screen's thread.

import Document
import Explorer
import NetLayer
import Synchronization

/// Bodies by task, bounded in bytes; the oldest go first. One caller at a time asks for windows, so that no body is cut twice.
public final class BodyStore: Sendable {
    private struct Body {
        let bytes: [UInt8]
        let kind: BodyKind
        let charset: String?
        var lines: [BodyMode: DisplayLines] = [:]

        /// What it takes in memory, as far as it counts.
        var size: Int { bytes.count + lines.values.reduce(0) { $0 + $1.size } }
    }

    private struct State {
        var bodies: [TaskID: Body] = [:]
        var order: [TaskID] = []
        var bytes = 0
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// - Parameter capacity: bytes of bodies kept in all; the newest body stays even when it is larger.
    public init(capacity: Int = 256 << 20) { self.capacity = capacity }

    /// Keeps a body and names the tasks whose bodies had to go for it.
    func keep(_ response: RawResponse, _ kind: BodyKind, for task: TaskID) -> [TaskID] {
        state.withLock { state in
            state.bodies[task] = Body(bytes: response.body, kind: kind, charset: response.head.charset)
            state.order.append(task)
            state.bytes += response.body.count
            var gone: [TaskID] = []
            while state.bytes > capacity, state.order.count > 1 {
                let oldest = state.order.removeFirst()
                state.bytes -= state.bodies.removeValue(forKey: oldest)?.size ?? 0
                gone.append(oldest)
            }
            return gone
        }
    }

    func remove(_ tasks: [TaskID]) {
        state.withLock { state in
            for task in tasks {
                guard let body = state.bodies.removeValue(forKey: task) else { continue }
                state.bytes -= body.size
                state.order.removeAll { $0 == task }
            }
        }
    }

    /// A whole body as it came; `nil` when it is not kept.
    func content(_ task: TaskID) -> (bytes: [UInt8], kind: BodyKind, charset: String?)? {
        state.withLock { state in state.bodies[task].map { ($0.bytes, $0.kind, $0.charset) } }
    }

    /// Some lines of a body; `nil` when it is not kept. The first look at a mode costs a pass over the body.
    func window(_ task: TaskID, _ mode: BodyMode, _ range: Range<Int>) -> BodyWindow? {
        guard let body = state.withLock({ $0.bodies[task] }) else { return nil }
        let lines =
            body.lines[mode] ?? DisplayLines(body.bytes, pretty: mode == .pretty && body.kind == .json, charset: body.charset)
        if body.lines[mode] == nil {
            state.withLock { state in
                guard let kept = state.bodies[task], kept.lines[mode] == nil else { return }
                state.bodies[task]?.lines[mode] = lines
                state.bytes += lines.size
            }
        }
        let part = range.clamped(to: 0..<lines.count)
        return BodyWindow(task: task, mode: mode, total: lines.count, start: part.lowerBound, lines: part.map { lines[$0] })
    }
}

extension ResponseHead {
    /// The `charset` parameter of the content type (RFC 9110 §8.3.2).
    var charset: String? {
        for part in (headers["Content-Type"] ?? "").split(separator: ";").dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
            if pair.count == 2, pair[0].lowercased() == "charset" { return pair[1].filter { $0 != "\"" && $0 != " " } }
        }
        return nil
    }
}

extension BodyKind {
    /// By what the body is, and only then by what its type claims: servers are often wrong about it.
    init(_ response: RawResponse) {
        let type = (response.head.headers["Content-Type"] ?? "").lowercased()
        let first = response.body.first { $0 > 0x20 }
        if response.body.isEmpty {
            self = .empty
        } else if type.contains("json") || first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            (try? JSONDocument(response.body)) != nil
        {
            self = .json
        } else {
            self = response.head.charset == nil && TextDecoding.looksBinary(response.body) ? .binary : .text
        }
    }
}
