// Reads Server Objects, and their equivalents in Swagger 2.

import Document
import NetLayer

/// Reads servers.
struct ServerReader {
    /// The address of the description; relative servers are resolved against it when it is `http` or `https`.
    let base: URI?

    /// Reads a `servers` array.
    func readServers(_ node: JSONNode, pointer: String, problems: inout [Problem]) -> [Server] {
        guard node.kind == .array else {
            problems.append(Problem(pointer, node, .wrongType, "servers is not an array", hint: "it is ignored"))
            return []
        }
        return node.elements.enumerated().compactMap { index, element in
            server(element, pointer: JSONPointer.append(pointer, String(index)), problems: &problems)
        }
    }

    /// The server that OpenAPI assumes where none is declared: the root of the description's own address.
    func assumed() -> [Server] {
        guard let base, base.isAbsoluteHTTP else { return [] }
        return [Server(url: base.resolving(URI("/")), template: "/", description: nil)]
    }

    /// The server from `schemes`, `host` and `basePath` of Swagger 2. Missing parts come from
    /// the description's address.
    /// - Parameter schemes: the operation's own, if it has any.
    func swagger(_ root: JSONNode, schemes: JSONNode?, problems: inout [Problem]) -> [Server] {
        let path = root["basePath"]?.string ?? "/"
        guard let host = root["host"]?.string ?? (schemes == nil ? nil : base?.authority), !host.isEmpty else {
            let template = path.hasPrefix("/") ? path : "/" + path
            if base?.isAbsoluteHTTP != true {
                problems.append(
                    Problem(
                        "", root, .noServer, "the description has no host, and its own address is unknown",
                        hint: "give the base URL"))
            }
            return [Server(url: Server.resolved(template, against: base), template: template, description: nil, base: base)]
        }
        let usable = (schemes ?? root["schemes"])?.elements.compactMap(\.string).filter { $0 == "http" || $0 == "https" } ?? []
        let own = base.flatMap { $0.isAbsoluteHTTP ? $0.scheme : nil }
        // The list of schemes has no order of preference: prefer the encrypted one.
        let scheme = usable.contains("https") ? "https" : usable.first ?? own ?? "https"
        let template = "\(scheme)://\(host)\(path.hasPrefix("/") ? path : "/" + path)"
        return [Server(url: URI(template), template: template, description: nil)]
    }

    func server(_ node: JSONNode, pointer: String, problems: inout [Problem]) -> Server? {
        guard let template = node["url"]?.string else {
            problems.append(Problem(pointer, node, .serverWithoutURL, "the server has no url", hint: "it is skipped"))
            return nil
        }
        let variables = variables(of: template, in: node, pointer: pointer, problems: &problems)
        let server = Server(
            url: URI(""), template: template, description: node["description"]?.string.map(Wording.folded),
            name: node["name"]?.string.map(Wording.folded), variables: variables, base: base)
        let url = server.resolvedURL(with: [:])
        if !url.isAbsoluteHTTP {
            let isRelative = url.scheme == nil
            let what = "the server \(Wording.quoted(template)) is "
            problems.append(
                Problem(
                    pointer, node, .invalidServerURL,
                    what + (isRelative ? "relative, and the description's own address is unknown" : "not an http or https URL"),
                    hint: isRelative ? "give the base URL" : "it is left out"))
        }
        return Server(
            url: url, template: template, description: server.description, name: server.name, variables: variables, base: base)
    }

    private func variables(of template: String, in server: JSONNode, pointer: String, problems: inout [Problem])
        -> [Server.Variable]
    {
        var found: [Server.Variable] = []
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            rest = rest[rest.index(after: close)...]
            guard !found.contains(where: { $0.name == name }) else { continue }
            let variable = server["variables"]?[name]
            let choices = variable?["enum"].map { $0.elements.map(\.displayText) } ?? []
            if let value = variable?["default"]?.displayText ?? choices.first {
                found.append(
                    Server.Variable(
                        name: name, defaultValue: value, choices: choices,
                        description: variable?["description"]?.string.map(Wording.folded)))
            } else {
                problems.append(
                    Problem(
                        pointer, variable ?? server, .undeclaredServerVariable,
                        "the server's variable \(Wording.quoted(name)) has no default",
                        hint: "give the base URL"))
            }
        }
        return found
    }
}
