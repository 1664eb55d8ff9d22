// Reads how connections to the API's services are made: certificates, proxy, socket.

import NetLayer

/// Reads how connections to the services are made.
struct NetworkReader {
    static let options = ["ca", "certificate", "key", "insecure", "proxy", "socket"]

    let texts: SecretText

    func read(_ node: ConfigNode, into services: inout [Service]) {
        let options = node.options(Self.options)
        var connection = ConnectionOptions()
        connection.caFile = path(options["ca"], "reads the authorities")
        connection.clientCertificateFile = path(options["certificate"], "shows the client certificate")
        connection.clientKeyFile = path(options["key"], "uses the key")
        if let key = options["key"], options["certificate"] == nil {
            key.complain("a key belongs to a certificate", "name that too: 'certificate: client.pem'")
        }
        // Said loudly where it is used.
        connection.insecure = options["insecure"]?.flag() ?? false
        if let proxy = options["proxy"], let text = proxy.node.string, text.split(separator: "@").last?.contains("${") == true {
            proxy.complain("the host of a proxy cannot be a secret", "write it out; what stands before the @ may be ${env:NAME}")
            return
        }
        connection.proxy = options["proxy"].flatMap { texts.read($0, isSecret: $0.node.string?.contains("@") == true) }
            .map { Secret($0) }
        connection.unixSocket = path(options["socket"], "connects to the socket")
        for index in services.indices {
            services[index].connection = services[index].connection.overlaid(by: connection)
        }
    }

    /// - Parameter deed: what is done with the file, which needs consent.
    private func path(_ node: ConfigNode?, _ deed: String) -> String? {
        guard let node, let text = node.text(), node.asks("\(deed) \(text)") else { return nil }
        return text.standing(in: texts.folder)
    }
}
