// As in TAFNetworking: a configuration object specifies the request, a manager has a function for each API, a
// group waits for several.
import NetLayer

/// All of one module's APIs. Callers never see the client.
struct ItemAPIManager {
    let client = NetClient(transport: CurlTransport())
    let pool: ServicePool

    func list(page: Int, pageSize: Int = 20) -> Endpoint<Int> {
        var configuration = RequestPlan(id: "listItems", path: "/items")
        configuration.parameters = [
            Parameter("page", .plain("\(page)"), in: .query), Parameter("per_page", .plain("\(pageSize)"), in: .query),
        ]
        return Endpoint(configuration) { response in response.body.count }
    }
}

enum Configurations {
    static func run(_ base: URI) async throws {
        let manager = ItemAPIManager(pool: ServicePool([Service(name: "demo", baseURL: base)]))

        let pages = (1...5).map { GroupMember.call(manager.list(page: $0), on: manager.pool) }
        let outcome = try await manager.client.run(RequestGroup("pages 1 to 5", maxConcurrent: 2, pages), mode: .collectAll)

        // Every member completes before the group does, and the results are in the order of the requests.
        for (index, result) in outcome.results.enumerated() {
            switch result {
            case .success(let bytes): print("page \(index + 1): \(bytes) bytes")
            case .failure(let error): print("page \(index + 1): \(error.userText.message)")
            }
        }
    }
}
