// Request bodies: counted and hashed as they arrive, then discarded.

import Digests

extension DemoService {
    private static let maximumForm = 32 << 20

    var uploadEndpoints: [Endpoint] {
        [
            Endpoint(
                .post, "/uploads/raw", .uploads, "uploadRaw", "Send bytes, as they are",
                details: "Of any size: they are counted and hashed as they arrive, and not stored.",
                body: RequestContent(forms: [
                    .init("application/octet-stream", .file), .init("text/plain", .string(), example: .string("hello")),
                ]),
                answers: [.json(201, "What arrived", .named("Upload"))]
            ) { request in
                var hash = RunningHash(.sha256)
                var count = 0
                while let piece = try await request.body.next() {
                    piece.withUnsafeBytes { hash.update($0) }
                    count += piece.count
                }
                return .json(
                    .object([
                        ("bytes", .integer(count)), ("sha256", .string(hash.finish().hexadecimal)),
                        ("contentType", .optional(request.type)),
                    ]), status: 201)
            },
            Endpoint(
                .post, "/uploads/multipart", .uploads, "uploadParts", "Send fields and files, in parts",
                details: "Up to \(Self.maximumForm >> 20) MiB. The response lists the parts.",
                body: RequestContent(forms: [
                    .init(
                        "multipart/form-data",
                        .object([("note", .string()), ("file", .file), ("more", .array(of: .file))], required: ["file"]))
                ]),
                answers: [.json(201, "What arrived", .named("Upload")), .problem(400), .problem(413), .problem(415)]
            ) { request in try await uploadParts(request) },
            Endpoint(
                .put, "/uploads/{name}", .uploads, "putFile", "Put a file at a name",
                parameters: [.path("name", .string(), "Any name; it comes back as it was sent", example: .string("notes.txt"))],
                body: RequestContent(forms: [.init("application/octet-stream", .file)]),
                answers: [.other(204, "Taken, and thrown away", headers: [("X-Name", "The name"), ("X-Bytes", "The size")])]
            ) { request in
                var count = 0
                while let piece = try await request.body.next() { count += piece.count }
                var response = Response(status: 204)
                response.set("X-Name", request.parameters["name"] ?? "")
                response.set("X-Bytes", String(count))
                return response
            },
        ]
    }

    private func uploadParts(_ request: Request) async throws -> Response {
        guard let type = request.type, type.lowercased().hasPrefix("multipart/") else {
            throw Problem(415, "send the parts as multipart/form-data")
        }
        let body = try await request.body(upTo: Self.maximumForm)
        let parts = try Multipart(body, type: type).parts.map { part in
            JSON.object([
                ("name", .optional(part.parameter("name"))), ("filename", .optional(part.parameter("filename"))),
                ("contentType", .optional(part.headers["content-type"])), ("bytes", .integer(part.body.count)),
                ("sha256", .string(HashFunction.sha256.digest(Array(part.body)).hexadecimal)),
            ])
        }
        return .json(
            .object([
                ("bytes", .integer(body.count)), ("sha256", .string(HashFunction.sha256.digest(body).hexadecimal)),
                ("contentType", .string(type)),
                ("parts", .array(parts)),
            ]), status: 201)
    }
}

extension Request {
    fileprivate var type: String? { headers["Content-Type"] }
}

extension JSON {
    fileprivate static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
}
