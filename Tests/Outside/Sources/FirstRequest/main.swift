// The first request of a program: `FirstRequest URL` prints how many items the envelope at that URL has.

import NetLayer
import NetLayerFoundation

struct Item: Decodable, Sendable { var id: Int }

let client = NetClient(transport: CurlTransport())
do throws(NetError) {
    let items = try await client.get(CommandLine.arguments[1], as: [Item].self, at: "/data")
    print("\(items.count) items")
} catch {
    print(error.userText.message)
}
