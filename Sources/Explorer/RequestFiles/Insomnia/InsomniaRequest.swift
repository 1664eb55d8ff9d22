// One request of Insomnia, in any version: the members have the same names, and only the
// place of the settings differs.

import Document

extension InsomniaReading {
    /// Reads a request; `nil` if its protocol is not supported.
    mutating func readRequest(_ node: JSONNode, at pointer: String) -> CollectionRequest? {
        guard node.kind == .object else {
            report.addNote(.skipped, source.place(node, pointer), "a request was expected", hint: "remove it")
            return nil
        }
        let url = InsomniaTemplate.normalised(node.memberText("url") ?? "")
        let scheme = url.prefix { $0 != ":" }.lowercased()
        if scheme == "ws" || scheme == "wss" {
            noteForeign("WebSocket", node, at: pointer)
            return nil
        }
        let method = InsomniaTemplate.normalised(node.filled("method")?.plainText ?? "GET")
        var request = CollectionRequest(
            name: "", method: method.contains("{{") ? method : method.uppercased(), url: url, place: source.place(node, pointer))
        request.name = node.filled("name")?.plainText ?? (url.isEmpty ? "unnamed" : "\(request.method) \(url)")
        if url.isEmpty { report.addNote(.assumed, request.place, "it has no URL", hint: "give it one before sending") }
        if node.filled("method") == nil { report.addNote(.assumed, request.place, "it has no method; GET is sent") }
        request.docs = Self.readDocs(node)
        let parameters = node["parameters"] == nil ? "params" : "parameters"
        request.query = self.readParameters(node[parameters], at: "\(pointer)/\(parameters)")
        request.pathVariables = readFields(node["pathParameters"], at: pointer + "/pathParameters")
        request.headers = readFields(node["headers"], at: pointer + "/headers")
        request.auth = readAuth(node["authentication"], at: pointer + "/authentication", isFolder: false)
        request.body = readBody(node, of: request, at: pointer + "/body")
        if case .multipart = request.body { request.dropMultipartType() }
        readSettings(node, of: &request, at: pointer)
        noteScripts(node, at: pointer)
        noteTemplates(request.texts, node, at: pointer)
        return request
    }

    /// Version 4 writes `settingSendCookies`, version 5 `settings: { cookies: { send } }`.
    private mutating func readSettings(_ node: JSONNode, of request: inout CollectionRequest, at pointer: String) {
        let settings = node["settings"]
        switch (settings?["followRedirects"] ?? node["settingFollowRedirects"])?.plainText {
        case "on", "true": request.options.followsRedirects = true
        case "off", "false": request.options.followsRedirects = false
        // "global": the setting of the program.
        default: break
        }
        let cookies = settings?["cookies"]
        let sendsNone = cookies?.isFalse("send") ?? node.isFalse("settingSendCookies")
        let storesNone = cookies?.isFalse("store") ?? node.isFalse("settingStoreCookies")
        request.options.ignoresCookies = sendsNone && storesNone
        var unknown = NameList()
        if sendsNone != storesNone { unknown.add(sendsNone ? "cookies are kept but not sent" : "cookies are sent but not kept") }
        if settings?.isFalse("encodeUrl") ?? node.isFalse("settingEncodeUrl") { unknown.add("the URL is not encoded") }
        if settings?.isFalse("rebuildPath") ?? node.isFalse("settingRebuildPath") { unknown.add("dots in the path are kept") }
        let keepsBody = settings?.isFalse("renderRequestBody") ?? node.isTrue("settingDisableRenderRequestBody")
        request.tags = keepsBody ? .outsideBody : .everywhere
        if keepsBody, request.body.texts.contains(where: { $0.contains("{{") }) {
            unknown.add("variables in the body stay as they are")
        }
        guard !unknown.isEmpty else { return }
        report.addNote(.unsupported, source.place(node, pointer), "unknown settings: \(unknown.text)")
    }
}
