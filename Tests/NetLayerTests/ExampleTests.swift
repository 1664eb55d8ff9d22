// The first example of docs/NETLAYER.md, line for line: what stands there compiles and does what it says.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct ExampleTests {
    @Test(.rows("HH-C1", "HD-1")) func theFirstExampleDoesWhatItSays() async throws {
        let transport = ScriptedTransport { request in
            ScriptedTransport.Step.answer(200, body: [UInt8]((request.url.query ?? "").utf8))
        }

        let shop = ServicePool([Service(name: "shop", baseURL: URI("https://shop.example/v1"))])
        let client = NetClient(transport: transport)

        var plan = RequestPlan(id: "listItems", path: "/items")
        plan.parameters = [Parameter("limit", "20", in: .query)]
        let items = Endpoint(plan) { response in String(decoding: response.body, as: UTF8.self) }

        do throws(NetError) {
            let text = try await client.send(items, on: shop)  // ends with the Swift task that waits for it
            #expect(text == "limit=20")
        } catch {
            Issue.record("\(error)")
            switch error.kind {
            case .status(let status): print("the server answered \(status)")
            case .timedOut, .connect, .dns: print("try again later: \(error)")
            default: print(error)
            }
        }

        let handle = client.dispatch(items, on: shop)  // lives on its own, and is in the table already
        handle.cancel()  // its row ends now, its socket is closed, and callers that wait get an error
        #expect(client.row(handle.id)?.state.isEnded == true)
        #expect(await client.isDrained())
    }
}
