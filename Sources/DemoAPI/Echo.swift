// `/echo`: the request as the service saw it. Nothing is masked: it is a demo, and seeing what was really sent is its point.
import Foundation
import Hummingbird

enum Echo {
    static let maximumBody = 1_048_576

    static func response(to request: Request) async throws -> Response {
        let body = try await request.body.collect(upTo: maximumBody)
        let bytes = Data(body.readableBytesView)
        var members: [(String, JSON)] = [
            ("method", .string(request.method.rawValue)), ("path", .string(request.uri.path)),
            ("query", fields(request.uri.queryParameters.map { (String($0.key), String($0.value)) })),
            ("headers", fields(headers(of: request))), ("bytes", .integer(bytes.count)),
        ]
        if let text = String(validating: bytes, as: UTF8.self) {
            members.append(("body", .string(text)))
        } else {
            members.append(("bodyBase64", .string(bytes.base64EncodedString())))
        }
        return .json(.object(members))
    }

    /// The Host field stands beside the others in HTTP/1.1, and apart from them in the request's value.
    private static func headers(of request: Request) -> [(String, String)] {
        let host = request.head.authority.map { [("Host", $0)] } ?? []
        return host + request.headers.map { ($0.name.rawName, $0.value) }
    }

    /// An object in the order of arrival; a name that came more than once holds an array.
    private static func fields(_ pairs: [(String, String)]) -> JSON {
        var names: [String] = []
        var values: [String: [JSON]] = [:]
        for (name, value) in pairs {
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(.string(value))
        }
        return .object(
            names.map { name in
                let all = values[name, default: []]
                return (name, all.count == 1 ? all[0] : .array(all))
            })
    }
}
