// How to send a Postman request: the protocolProfileBehavior of an item and its
// parents, its proxy and certificate.

import Document

/// The send options of a level of a collection, including those it inherits.
struct PostmanBehaviour {
    var options = CollectionOptions()
    /// Postman sends no body with GET and similar methods.
    var prunesBodies = true
}

extension PostmanReading {
    mutating func behaviour(_ node: JSONNode, at pointer: String, around outer: PostmanBehaviour) -> PostmanBehaviour {
        guard let said = node.filled("protocolProfileBehavior"), said.kind == .object else { return outer }
        var behaviour = outer
        var unknown = NameList()
        for (key, value) in said.members {
            switch key {
            case "followRedirects": behaviour.options.followsRedirects = value.bool ?? behaviour.options.followsRedirects
            case "disableCookies": behaviour.options.ignoresCookies = value.bool ?? behaviour.options.ignoresCookies
            case "strictSSL": behaviour.options.insecure = value.bool.map { !$0 } ?? behaviour.options.insecure
            case "disableBodyPruning": behaviour.prunesBodies = value.bool.map { !$0 } ?? behaviour.prunesBodies
            default: if value.isFilled, value.bool != false { unknown.add(key) }
            }
        }
        if !unknown.isEmpty {
            report.addNote(
                .unsupported, source.place(said, pointer + "/protocolProfileBehavior"),
                "unknown settings: \(unknown.text)")
        }
        return behaviour
    }

    mutating func readProxy(_ node: JSONNode?, of request: inout CollectionRequest, at pointer: String) {
        guard let node, node.kind == .object, !node.isTrue("disabled"), let host = node.filled("host")?.plainText else { return }
        request.options.proxy = "http://\(host):\(node.filled("port")?.plainText ?? "8080")"
        if let match = node.filled("match")?.plainText, match != "http+https://*/*" {
            report.addNote(.unsupported, source.place(node, pointer), "the proxy is used for all URLs, not only for \(match)")
        }
    }

    mutating func readCertificate(_ node: JSONNode?, of request: inout CollectionRequest, at pointer: String) {
        guard let node, node.kind == .object, !node.isTrue("disabled") else { return }
        request.options.certificateFile = node["cert"]?.filled("src")?.plainText
        request.options.keyFile = node["key"]?.filled("src")?.plainText
        if node.filled("passphrase") != nil {
            report.addNote(
                .unsupported, source.place(node, pointer), "the passphrase of the key is left out",
                hint: "use a key file without one")
        }
    }
}
