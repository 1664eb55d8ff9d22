// Reads the sources of directives.

import NetLayer

struct DirectivesReader {
    static let options = ["file", "socket", "url", "every", "header"]

    /// The base of relative paths.
    let folder: String

    /// Sets `rules.header` if the services' own responses may carry directives.
    func readSource(_ node: ConfigNode, _ rules: inout DirectiveRules) -> DirectiveSource? {
        let options = node.options(Self.options)
        let kinds = ["file", "socket", "url", "header"].filter { options[$0] != nil }
        guard let kind = kinds.first, kinds.count == 1 else {
            if node.node.kind == .object {
                node.complain(
                    "a source of directives must be one of file, socket, url and header", "begin each with a dash of its own")
            }
            return nil
        }
        if kind != "url" { options["every"]?.complain("'every' belongs to a url", "remove it") }
        guard let value = options[kind] else { return nil }
        switch kind {
        case "file":
            guard let text = value.readText(), value.requireTrust(.socket, "takes directives from the file \(text)") else {
                return nil
            }
            return .file(path: text.absolutePath(in: folder))
        case "socket": return readSocket(value)
        case "url": return readURL(value, options["every"])
        case _:
            if value.readFlag() == true { rules.header = DirectiveRules.usualHeader }
            return nil
        }
    }

    private func readSocket(_ node: ConfigNode) -> DirectiveSource? {
        guard let text = node.readText() else { return nil }
        let path = text.absolutePath(in: folder)
        // The path in sockaddr_un has room for 107 bytes and a NUL.
        guard path.utf8.count < 108 else {
            node.complain("the socket's path is \(path.utf8.count) bytes long, and the system allows 107", "choose a shorter one")
            return nil
        }
        return node.requireTrust(.socket, "takes directives from the socket \(text)") ? .socket(path: path) : nil
    }

    private func readURL(_ node: ConfigNode, _ every: ConfigNode?) -> DirectiveSource? {
        let url = URI(node.node.string ?? "")
        guard url.isAbsoluteHTTP, url.authority?.contains("@") != true else {
            node.complain("'\(url)' is not a URL for directives", "write http:// or https:// and a host, without a credential")
            return nil
        }
        let every = every?.readInterval("failover/directives/every", atLeast: "1s") ?? .seconds(30)
        return node.requireTrust(.host, "takes directives from \(url)") ? .url(url, every: every) : nil
    }
}
