// Groups and chains of the soak: their members land once each and before the whole, and a chain fails at the step that fails.

import NetLayer
import Synchronization

extension SoakLane {
    mutating func group() async {
        let mode = [GroupMode.collectAll, .failFast, .firstSuccess, .quorum(2)].randomElement(using: &random) ?? .collectAll
        let isCancelled = Int.random(in: 0..<3, using: &random) == 0
        let paths = ["/ok", "/ok", "/ok", "/drip", "/status", "/cut"] + (isCancelled ? ["/hang"] : [])
        let landings = Mutex(0)
        var group = RequestGroup<RawResponse>("soak", maxConcurrent: Int.random(in: 1...8, using: &random))
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            let path = paths.randomElement(using: &random) ?? "/ok"
            group.add(.call(endpoint(path), on: pool) { _ in landings.withLock { $0 += 1 } })
        }
        let handle = client.start(group, mode: mode)
        if isCancelled {
            note(await outcome(of: client.dispatch(endpoint("/ok"), on: pool)), "/ok beside a group", ["ok"])
            handle.cancel()
        }
        do throws(NetError) {
            let outcome = try await handle.value
            let (landed, count) = (landings.withLock { $0 }, group.members.count)
            note(landed == count && outcome.results.count == count ? "ok" : "\(landed) of \(count) landed", "a group", ["ok"])
        } catch { note(error.kind.name, "a group", []) }
    }

    mutating func chain() async {
        let failing = Int.random(in: 0...3, using: &random)
        let (endpoint, pool) = (endpoint, pool)
        func step(_ number: Int) -> Step<Int, Int> {
            Step<Int, RawResponse>.call(on: pool) { _ in endpoint(number == failing ? "/status" : "/ok", { _ in }) }.map {
                $0.body.count
            }
        }
        let handle = client.start(RequestChain("soak", step(0).then(step(1)).then(step(2))), 0)
        if Int.random(in: 0..<4, using: &random) == 0 { handle.cancel() }
        do {
            let count = try await handle.value
            note(failing == 3 && count == SoakServer.body.count ? "ok" : "\(count) bytes", "a chain", ["ok"])
        } catch {
            let isRight = error.error.kind.name != "status" || error.step == failing
            note(isRight ? error.error.kind.name : "failed at step \(error.step)", "a chain", ["status"])
        }
    }
}
