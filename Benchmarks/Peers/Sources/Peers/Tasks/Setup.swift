// What a program writes once, however many requests it makes.

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NetLayer

enum Setup {
    // begin NetLayer
    static func makeClient() -> NetClient { NetClient(transport: CurlTransport()) }

    static func makeService(_ base: String) -> ServicePool { ServicePool([Service(name: "api", baseURL: URI(base))]) }
    // end
}

// begin AsyncHTTPClient
struct UnexpectedStatus: Error { var status: HTTPResponseStatus }

extension HTTPClient {
    func get(_ url: String) async throws -> HTTPClientResponse {
        let response = try await execute(HTTPClientRequest(url: url), timeout: .seconds(60))
        guard response.status.code < 400 else { throw UnexpectedStatus(status: response.status) }
        return response
    }
}
// end
