// A client with a cache, on a clock of the test's, before an origin that says what it is told to.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

/// Answers come from the script in order, the last one again and again.
final class FetchStage: Sendable {
    let clock = VirtualClock()
    let cache: ResponseCache
    let client: NetClient
    let origin: ScriptedTransport
    let disk: DiskCache?
    static let start = Duration.seconds(1_795_262_400)

    init(
        _ answers: [[ScriptedTransport.Step]], options: ResponseCache.Options = ResponseCache.Options(), disk: DiskCache? = nil,
        folders: [String: DiskCache] = [:], policies: CallPolicies = CallPolicies(),
        behaviour: ClientBehaviour = ClientBehaviour(),
        account: @escaping @Sendable (RequestPlan, ServicePool) -> Secret? = { _, _ in nil }
    ) {
        origin = Net.inTurn(answers)
        self.disk = disk
        cache = ResponseCache(
            options, disk: disk, folders: folders, account: account, time: clock.source, wallClock: { Self.start })
        let clock = clock
        client = NetClient(
            transport: origin, policies: policies, behaviour: behaviour, time: clock.source, random: Net.half,
            wallClock: { Self.start + clock.now }, cache: cache)
    }

    static func text(_ text: String, _ control: String? = nil, _ more: Headers = [:], status: Int = 200)
        -> [ScriptedTransport.Step]
    {
        var headers = more
        if let control { headers.add(HeaderField("Cache-Control", control)) }
        return .answer(status, headers: headers, body: [UInt8](text.utf8))
    }

    static func call(
        _ policy: FetchPolicy?, _ path: String = "/items", lifetime: CacheLifetime? = nil,
        _ change: (inout RequestPlan) -> Void = { _ in }
    ) -> Endpoint<String> {
        let plan = Net.plan(path) { plan in
            plan.policies.fetch = policy
            plan.policies.caching.lifetime = lifetime
            change(&plan)
        }
        return Endpoint(plan) { String(decoding: $0.body, as: UTF8.self) }
    }

    /// The answers of a call, in order; an error stands last, in brackets.
    func fetch(_ endpoint: Endpoint<String>, on pool: ServicePool = Net.pool) async -> [String] {
        var lines: [String] = []
        do {
            for try await event in client.fetch(endpoint, on: pool) {
                switch event {
                case .cached(let text, let age, let freshness):
                    lines.append("cached \(text) \(age.components.seconds) \(freshness.isFresh ? "fresh" : "stale")")
                case .network(let text): lines.append("network \(text)")
                case .fallback(let text, let age, let error):
                    lines.append("fallback \(text) \(age.components.seconds) \(error.kind.name)")
                }
            }
        } catch {
            lines.append("[\((error as? NetError)?.kind.name ?? "\(error)")]")
        }
        // A background task is over before the next call looks.
        _ = await client.isDrained()
        await cache.flush()
        return lines
    }

    func send(_ endpoint: Endpoint<String>, on pool: ServicePool = Net.pool) async -> String {
        do throws(NetError) {
            let text = try await client.send(endpoint, on: pool)
            _ = await client.isDrained()
            await cache.flush()
            return text
        } catch {
            return "[\(error.kind.name)]"
        }
    }

    var sent: Int { origin.requests.count }

    /// The newest row that is a call.
    var row: TaskRow? { client.snapshot().ended.filter { $0.info.kind == .call }.max { $0.id < $1.id } }
    var refreshes: [TaskRow] { client.snapshot().ended.filter { $0.info.kind == .refresh } }
    /// What the cache did for the newest call.
    var notes: [String] { row.map(Self.notes) ?? [] }

    static func notes(_ row: TaskRow) -> [String] {
        row.decisions.compactMap { if case .cache(let note) = $0.decision { note.description } else { nil } }
    }
}
