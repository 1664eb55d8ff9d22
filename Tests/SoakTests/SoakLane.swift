// One of many callers at once: draws what it does by a seed, and knows how each call may end.

import NetLayer
import TestSupport

struct SoakLane {
    let client: NetClient
    let pool: ServicePool
    var random: SplitMix64
    /// Calls that ended, by how; and those that ended as they should not.
    var outcomes: [String: Int] = [:]
    var faults: [String] = []

    private static let actions: [(weight: Int, action: Action)] = [
        (30, .call("/ok", ["ok"])), (8, .call("/redirect", ["ok"])), (8, .call("/status", ["status"])),
        (4, .call("/drip", ["ok"])),
        (3, .call("/cut", ["cut"])), (3, .call("/reset", ["cut"])), (2, .call("/garbage", ["protocol", "cut"])),
        (2, .call("/chunks", ["protocol", "cut"])), (1, .call("/loop", ["redirect"])), (6, .post), (4, .timeout), (10, .cancel),
        (6, .structured),
        (6, .streamWhole), (5, .streamDropped), (3, .burst), (6, .group), (5, .chain), (1, .cancelAll),
    ]

    private enum Action {
        /// A path, and how a call to it may end unless somebody cancels it.
        case call(String, [String])
        case post, timeout, cancel, structured, streamWhole, streamDropped, burst, group, chain, cancelAll
    }

    func endpoint(_ path: String, _ change: (inout RequestPlan) -> Void = { _ in }) -> Endpoint<RawResponse> {
        var plan = RequestPlan(id: "soak" + path, path: path)
        change(&plan)
        return Endpoint(plan)
    }

    mutating func step() async {
        var left = Int.random(in: 0..<Self.actions.reduce(0) { $0 + $1.weight }, using: &random)
        let action = Self.actions.first { entry in
            left -= entry.weight
            return left < 0
        }?.action
        switch action {
        case .call(let path, let allowed): note(await outcome(of: client.dispatch(endpoint(path), on: pool)), path, allowed)
        case .post: await post()
        case .timeout:
            let endpoint = endpoint("/hang") { $0.timeouts = Timeouts(total: .milliseconds(30)) }
            note(await outcome(of: client.dispatch(endpoint, on: pool)), "/hang in time", ["timed_out"])
        case .cancel: await cancel()
        case .structured: await structured()
        case .streamWhole: await stream(whole: true)
        case .streamDropped: await stream(whole: false)
        case .burst: await burst()
        case .group: await group()
        case .chain: await chain()
        case .cancelAll: if Int.random(in: 0..<20, using: &random) == 0 { client.cancelAll(because: .user) }
        case nil: break
        }
    }

    /// "ok", or the name of the error's kind.
    func outcome(of handle: Handle<RawResponse>) async -> String {
        do throws(NetError) {
            _ = try await handle.value
            return "ok"
        } catch { return error.kind.name }
    }

    mutating func note(_ outcome: String, _ what: String, _ allowed: [String]) {
        outcomes[outcome, default: 0] += 1
        // Another lane may cancel everything at any moment.
        if !allowed.contains(outcome), outcome != "cancelled", faults.count < 20 { faults.append("\(what): \(outcome)") }
    }

    private mutating func post() async {
        let bytes = [UInt8](
            repeating: UInt8.random(in: 0...255, using: &random), count: Int.random(in: 0...100_000, using: &random))
        let handle = client.dispatch(
            endpoint("/echo") {
                $0.method = .post
                $0.body = .bytes(bytes, contentType: "application/octet-stream")
            }, on: pool)
        do throws(NetError) {
            note(try await handle.value.body == bytes ? "ok" : "other bytes", "/echo", ["ok"])
        } catch { note(error.kind.name, "/echo", ["ok"]) }
    }

    /// At once, or when other work of this lane has been done meanwhile.
    private mutating func cancel() async {
        let handle = client.dispatch(endpoint("/hang"), on: pool)
        if Bool.random(using: &random) { note(await outcome(of: client.dispatch(endpoint("/ok"), on: pool)), "/ok", ["ok"]) }
        handle.cancel()
        note(await outcome(of: handle), "/hang", [])
    }

    private mutating func structured() async {
        let (client, pool, endpoint) = (client, pool, endpoint("/hang"))
        let work = Task { () -> String in
            do throws(NetError) {
                _ = try await client.send(endpoint, on: pool)
                return "ok"
            } catch { return error.kind.name }
        }
        if Bool.random(using: &random) {
            note(await outcome(of: client.dispatch(self.endpoint("/drip"), on: pool)), "/drip", ["ok"])
        }
        work.cancel()
        note(await work.value, "/hang in a task", [])
    }

    private mutating func stream(whole: Bool) async {
        do throws(NetError) {
            var count = 0
            do {
                let response = try await client.stream(endpoint("/long").plan, on: pool).value
                var pieces = response.body.makeAsyncIterator()
                while let piece = try await pieces.next() {
                    count += piece.count
                    if !whole { break }
                }
            }
            note(!whole || count == SoakServer.longBody ? "ok" : "\(count) bytes", "/long", ["ok"])
        } catch { note(error.kind.name, "/long", ["ok"]) }
    }

    private mutating func burst() async {
        let handles = (0..<Int.random(in: 2...100, using: &random)).map { number in
            client.dispatch(endpoint(number % 3 == 0 ? "/hang" : "/ok"), on: pool)
        }
        let isChosen = handles.indices.map { $0 % 3 == 0 || Bool.random(using: &random) }
        client.cancel(handles.indices.filter { isChosen[$0] }.map { handles[$0].id })
        for (index, handle) in handles.enumerated() {
            note(await outcome(of: handle), "one of a burst", isChosen[index] && index % 3 == 0 ? [] : ["ok"])
        }
    }
}
