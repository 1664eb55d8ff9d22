// Where an API is served: the servers of a description, as URLs.

import Document
import NetLayer

/// A server of a description (OpenAPI, Server Object).
public struct Server: Sendable, Hashable {
    /// Its variables replaced by their defaults, resolved against the address of the description. Still relative when that is unknown.
    public let url: URI
    /// As written.
    public let template: String
    /// On one line.
    public let description: String?

    /// A server from its parts.
    public init(url: URI, template: String, description: String?) {
        self.url = url
        self.template = template
        self.description = description
    }
}

/// Reads Server Objects.
struct ServerReader {
    /// The address of the description; relative servers are resolved against it when it is `http` or `https`.
    let base: URI?

    /// Reads a `servers` array.
    func read(_ node: JSONNode, pointer: String, problems: inout [Problem]) -> [Server] {
        guard node.kind == .array else {
            problems.append(Problem(pointer, node, "servers is not an array", hint: "it is ignored"))
            return []
        }
        return node.elements.enumerated().compactMap { index, element in
            server(element, pointer: JSONPointer.append(pointer, String(index)), problems: &problems)
        }
    }

    /// What OpenAPI assumes where no server is declared: the root of the description's own address.
    func assumed() -> [Server] {
        guard let base, base.isAbsoluteHTTP else { return [] }
        return [Server(url: base.resolving(URI("/")), template: "/", description: nil)]
    }

    private func server(_ node: JSONNode, pointer: String, problems: inout [Problem]) -> Server? {
        guard let template = node["url"]?.string else {
            problems.append(Problem(pointer, node, "the server has no url", hint: "it is skipped"))
            return nil
        }
        var url = URI(filled(template, node["variables"], pointer: pointer, problems: &problems))
        if !url.isAbsoluteHTTP {
            if let base, base.isAbsoluteHTTP {
                url = base.resolving(url)
            } else {
                let what = "the server \(Wording.quoted(template)) is relative, and the description's own address is unknown"
                problems.append(Problem(pointer, node, what, hint: "give the base URL"))
            }
        }
        return Server(url: url, template: template, description: node["description"]?.string.map(Wording.folded))
    }

    private func filled(_ template: String, _ variables: JSONNode?, pointer: String, problems: inout [Problem]) -> String {
        var output = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            output += rest[..<open]
            let name = String(rest[rest.index(after: open)..<close])
            let variable = variables?[name]
            if let value = variable?["default"]?.displayText ?? variable?["enum"]?[0]?.displayText {
                output += value
            } else {
                problems.append(
                    Problem(
                        pointer, variable ?? variables, "the server's variable \(Wording.quoted(name)) has no default",
                        hint: "give the base URL"))
                output += rest[open...close]
            }
            rest = rest[rest.index(after: close)...]
        }
        return output + rest
    }
}
