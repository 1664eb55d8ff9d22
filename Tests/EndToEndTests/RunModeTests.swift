// `explorer run --mode --hedge --deadline --priority`: when a group is over, and how its requests are sent.

import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.within(minutes: 2)) struct RunModeTests {
    private let shop: ServedWorkspace

    init() throws {
        let slowBefore = Mutex(false)
        shop = try ServedWorkspace { server in
            """
            environments: { release: ["\(server.url(""))"] }
            requests:
              good: { url: /good }
              bad: { url: /bad }
              hangs: { url: /hangs }
              late: { url: /hangs, policies: { deadline: 50ms, priority: low } }
              twice: { url: /slow, policies: { hedge: 20ms } }
            groups: { all: [bad, good, hangs], lost: [bad, bad] }
            """
        } responding: { request in
            switch request.path {
            case "/good": .answer(body: "good")
            case "/bad": .answer(503, body: "bad")
            // The first request never gets a response, the second one does.
            case "/slow":
                slowBefore.withLock { before in
                    defer { before = true }
                    return before
                } ? .answer(body: "second") : .hang
            case _: .hang
            }
        }
    }

    /// Runs requests of the workspace.
    private func run(_ arguments: String...) async throws -> ChildProcess.Result {
        try await shop.run(["run", shop.path] + arguments)
    }

    private func states(_ result: ChildProcess.Result) -> [String] { result.lines.map { String($0.prefix { $0 != "\t" }) } }

    @Test func theFirstSuccessOfASavedGroupIsEnough() async throws {
        let result = try await run("all", "--mode", "first")
        #expect(result.code == 0, "\(result.errors)")
        let found = states(result)
        // The request that fails may be cancelled before its response arrives.
        #expect(found.count == 3 && found.contains("succeeded") && found.contains("cancelled"), "\(result.text)")
        let lost = try await run("lost", "--mode", "first")
        #expect(lost.code == 5, "\(lost.text)")
    }

    @Test func aQuorumOfEndpointsCancelsTheRest() async throws {
        let paths = ["good", "bad", "hangs"].map { #""/\#($0)":{"get":{"operationId":"\#($0)"}}"# }.joined(separator: ",")
        let description = try shop.folder.file(
            "api.json", #"{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{\#(paths)}}"#)
        let base = ["--base", shop.server.url("")]
        let first = try await shop.run(["run", description, "good", "bad", "hangs", "--mode", "first"] + base)
        #expect(first.code == 0 && states(first).contains("cancelled"), "\(first.text) \(first.errors)")
        let both = try await shop.run(["run", description, "good", "bad", "--mode", "quorum:2", "--retry", "0"] + base)
        #expect(both.code == 5, "\(both.text)")
    }

    @Test(
        "a quorum above the number of requests is refused before anything is sent",
        arguments: [
            (["all", "--mode", "quorum:4"], "quorum:4 needs 4 requests, and there are only 3 in 'all'"),
            (["good", "--mode", "quorum:2"], "quorum:2 needs 2 requests, and there is only 1 in 'good'"),
            (["good", "--mode", "quorum:2", "--repeat", "3"], "there is only 1 in 'good'"),
            (["good", "all", "--mode", "quorum:3", "--dry-run"], "there is only 1 in 'good'"),
        ])
    func aQuorumAboveTheNumberOfRequestsIsRefused(_ words: [String], _ message: String) async throws {
        let result = try await shop.run(["run", shop.path] + words)
        #expect(result.code == 64 && result.errors.contains(message), "\(result.text) \(result.errors)")
        #expect(shop.paths.isEmpty)
    }

    @Test func aQuorumAboveTheNumberOfEndpointsIsRefused() async throws {
        let description = try shop.folder.file(
            "api.json",
            #"{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"/good":{"get":{"operationId":"good"}}}}"#)
        let base = ["--base", shop.server.url("")]
        let result = try await shop.run(["run", description, "good", "good", "--mode", "quorum:3"] + base)
        #expect(result.code == 64, "\(result.errors)")
        #expect(result.errors.contains("quorum:3 needs 3 requests, and there are only 2"), "\(result.errors)")
        #expect(shop.paths.isEmpty)
        let repeated = try await shop.run(["run", description, "good", "--repeat", "3", "--mode", "quorum:3"] + base)
        #expect(repeated.code == 0, "\(repeated.errors)")
    }

    @Test func aDeadlineEndsARequestThatWaits() async throws {
        let saved = try await run("late")
        #expect(saved.code == 6 && saved.errors.contains("deadline"), "\(saved.errors)")
        let option = try await run("hangs", "--deadline", "50ms")
        #expect(option.code == 6 && option.errors.contains("deadline"), "\(option.errors)")
    }

    @Test func aSecondCopyIsSentForASlowRequest() async throws {
        let result = try await run("twice", "--deadline", "30s")
        #expect(result.code == 0, "\(result.errors)")
        #expect(shop.paths == ["/slow", "/slow"])
    }

    @Test(arguments: [
        (["--mode", "some"], "write all, fail-fast, first, or quorum:N"), (["--mode", "quorum:0"], "'quorum:0' cannot be used"),
        (["--hedge", "soon"], "p95"), (["--hedge", "2h"], "'2h' cannot be used: write never, a time of at most 1h"),
        (["--hedge", "2h"], "at most 1h"), (["--deadline", "0s"], "such as 10s, more than 0 and at most 24h"),
        (["--deadline", "25h"], "at most 24h"), (["--priority", "top"], "low, normal or high"),
        (["--mode", "first", "--fail-fast"], "--fail-fast and --mode first exclude each other"),
    ])
    func aWordThatIsNotKnownIsRefused(_ options: [String], _ words: String) async throws {
        let result = try await shop.run(["run", shop.path, "good"] + options)
        #expect(result.code == 64 && result.errors.contains(words), "\(result.errors)")
        #expect(shop.paths.isEmpty)
    }
}
