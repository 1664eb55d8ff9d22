// Reads the connection options of the API's services: certificates, proxy, socket.

import Catalog
import NetLayer

/// Reads the connection options of the services.
struct NetworkReader {
    static let options = ["ca", "certificate", "key", "insecure", "proxy", "socket"]

    let texts: SecretText

    func readNetwork(_ node: ConfigNode, into services: inout [Service]) {
        let options = node.options(Self.options)
        var connection = ConnectionOptions()
        connection.caFile = readPath(options["ca"], "reads the authorities")
        connection.clientCertificateFile = readPath(options["certificate"], "shows the client certificate")
        connection.clientKeyFile = readPath(options["key"], "uses the key")
        if let key = options["key"], options["certificate"] == nil {
            key.complain("a key belongs to a certificate", "add it: 'certificate: client.pem'")
        }
        // The program warns clearly where it uses the option.
        if let insecure = options["insecure"], insecure.readFlag() == true {
            connection.insecure = insecure.requireTrust(.certificate, "accepts any certificate")
        }
        if let proxy = options["proxy"], let text = proxy.node.string, text.split(separator: "@").last?.contains("${") == true {
            proxy.complain("the host of a proxy cannot be a secret", "write it out; the part before the @ may be ${env:NAME}")
            return
        }
        // libcurl ends the host at these characters, so it would connect to another host than the one shown.
        if let proxy = options["proxy"], let user = Self.userInfo(of: proxy.node.displayText),
            user.contains(where: { "/?#\\".contains($0) })
        {
            proxy.complain(
                "'/', '?', '#' and '\\' are not allowed before the @ of a proxy", "write them as %2F, %3F, %23 and %5C")
            return
        }
        connection.proxy = options["proxy"].flatMap(readProxy).map { Secret($0) }
        connection.unixSocket = readPath(options["socket"], "connects to the socket", .socket)
        for index in services.indices {
            services[index].connection = services[index].connection.overlaid(by: connection)
        }
    }

    /// The text between the scheme and the last @.
    private static func userInfo(of address: String) -> Substring? {
        let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
        return address[start...].lastIndex(of: "@").map { address[start..<$0] }
    }

    private func readProxy(_ node: ConfigNode) -> String? {
        let text = texts.resolveText(node, isSecret: node.node.string?.contains("@") == true)
        // Shows the address as written: the text before the @ is a secret, or the name of one.
        let address = node.node.displayText.split(separator: "@").last.map(String.init) ?? ""
        let scheme = node.node.displayText.firstRange(of: "://").map { String(node.node.displayText[..<$0.upperBound]) } ?? ""
        let shown = address.hasPrefix(scheme) ? address : scheme + address
        return node.requireTrust(.proxy, "goes through the proxy \(shown)") ? text : nil
    }

    /// - Parameter deed: the use of the file, to which the user must agree.
    private func readPath(_ node: ConfigNode?, _ deed: String, _ kind: TrustNeed.Kind = .certificate) -> String? {
        guard let node, let text = node.readText(), node.requireTrust(kind, "\(deed) \(text)") else { return nil }
        return text.absolutePath(in: texts.folder)
    }
}
