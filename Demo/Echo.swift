// `/echo`: the request as the service received it. It masks nothing: its purpose is to show the
// request as it was sent.
import Foundation

enum Echo {
    static let maximumBody = 1_048_576

    static func response(to request: Request) async throws -> Response {
        let bytes = Data(try await request.body(upTo: maximumBody))
        var members: [(String, JSON)] = [
            ("method", .string(request.method)), ("path", .string(request.path)),
            ("query", fields(request.query)),
            ("headers", fields(request.headers.pairs)), ("bytes", .integer(bytes.count)),
        ]
        if let text = String(validating: bytes, as: UTF8.self) {
            members.append(("body", .string(text)))
        } else {
            members.append(("bodyBase64", .string(bytes.base64EncodedString())))
        }
        return .json(.object(members))
    }

    /// An object in the order of arrival; a name with several values holds an array.
    private static func fields(_ pairs: [(name: String, value: String)]) -> JSON {
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
