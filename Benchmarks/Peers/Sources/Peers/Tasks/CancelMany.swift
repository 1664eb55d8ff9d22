// 1,000 requests in flight, all cancelled at once.

import AsyncHTTPClient
import NIOCore
import NetLayer

enum CancelMany: PeerTask {
    static let name = "CancelMany"
    static let title = "1,000 GETs in flight, cancelled"
    static let requests = 1_000

    // begin NetLayer
    static func start(_ count: Int, _ client: NetClient, _ api: ServicePool) -> [Handle<RawResponse>] {
        (0..<count).map { _ in client.dispatch(Endpoint(RequestPlan(id: "slow", path: "/stalled")), on: api) }
    }

    static func cancelAll(_ client: NetClient) { client.cancelAll() }
    // end

    // begin AsyncHTTPClient
    static func start(_ count: Int, _ client: HTTPClient, _ base: String) -> [Task<HTTPClientResponse, any Error>] {
        (0..<count).map { _ in Task { try await client.get(base + "/stalled") } }
    }

    static func cancelAll(_ tasks: [Task<HTTPClientResponse, any Error>]) { tasks.forEach { $0.cancel() } }
    // end

    static func run(_ side: Side, _ place: Place, _ measure: (() async throws -> Void) async throws -> Void) async throws {
        switch side {
        case .netLayer:
            let limits = DispatchLimits(total: requests, perHost: requests)
            let client = NetClient(transport: CurlTransport(), limits: limits)
            let api = Setup.makeService(place.base)
            _ = try await PlainGet.fetchText(client, api)
            try await measure {
                let before = try ProcessFacts.openFiles()
                let calls = start(requests, client, api)
                try await waitUntilInFlight(before)
                cancelAll(client)
                for call in calls { try await checkCancelled { _ = try await call.value } }
                try await waitUntilClosed(before)
            }
        case .asyncHTTPClient:
            var configuration = HTTPClient.Configuration.singletonConfiguration
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = requests
            let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            _ = try await PlainGet.fetchText(client, place.base)
            try await measure {
                let before = try ProcessFacts.openFiles()
                let tasks = start(requests, client, place.base)
                try await waitUntilInFlight(before)
                cancelAll(tasks)
                for task in tasks { try await checkCancelled { _ = try await task.value } }
                try await waitUntilClosed(before)
            }
            try await client.shutdown()
        }
    }

    /// Waits until each request has a socket, and a second more, in which the last ones are sent.
    private static func waitUntilInFlight(_ before: Int) async throws {
        try await ProcessFacts.wait(for: ProcessFacts.openFiles) { $0 >= before + requests - 1 }
        try await Task.sleep(for: .seconds(1))
    }

    /// Waits until the sockets are closed; a library may have opened a few other files meanwhile.
    private static func waitUntilClosed(_ before: Int) async throws {
        try await ProcessFacts.wait(for: ProcessFacts.openFiles) { $0 < before + 10 }
    }

    private static func checkCancelled(_ wait: () async throws -> Void) async throws {
        do {
            try await wait()
        } catch {
            return
        }
        throw PeerError("a request that was cancelled has a response")
    }
}
