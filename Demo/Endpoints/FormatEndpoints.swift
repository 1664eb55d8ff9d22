// Bodies that are not plain text: compressed, a picture, arbitrary bytes, none at all.

extension DemoService {
    var formatEndpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/formats/gzip", .formats, "gzip", "Items, sent with gzip",
                answers: [.json(200, "The first 100 items", .array(of: .named("Item")), headers: [("Content-Encoding", "gzip")])]
            ) { _ in
                let body = JSON.array(items.all.prefix(100).map(\.json)).text
                var response = Response.bytes(Deflate.compressed(Array(body.utf8), as: .gzip), type: "application/json")
                response.set("Content-Encoding", "gzip")
                return response
            },
            Endpoint(
                .get, "/formats/picture", .formats, "picture", "A picture (PNG)",
                parameters: [.query("size", .integer(from: 1, to: 512, default: 64), "Pixels on each side")],
                answers: [.other(200, "The picture", "image/png"), .problem(400)]
            ) { request in
                .bytes(Picture.png(size: try request.integer("size", default: 64, in: 1...512)), type: "image/png")
            },
            Endpoint(
                .get, "/formats/bytes", .formats, "bytes", "Every byte there is, in order",
                answers: [.other(200, "256 bytes", "application/octet-stream")]
            ) { _ in .bytes(Array(0...255), type: "application/octet-stream") },
            Endpoint(
                .get, "/formats/empty", .formats, "empty", "Nothing: 204", answers: [.other(204, "Nothing to say")]
            ) { _ in Response(status: 204) },
            Endpoint(
                .get, "/formats/broken", .formats, "broken", "JSON that breaks off",
                answers: [.json(200, "The beginning of an item", .named("Item"))]
            ) { _ in .text("{\"id\": 1, \"name\": \"Oak desk lamp\", \"labels\": [\"new\", ", type: "application/json") },
        ]
    }
}
