// One request of Insomnia, in any version: the members have the same names, and only the
// place of the settings differs.

import Document

extension InsomniaReading {
    /// Reads a request; `nil` if its protocol is not supported.
    mutating func request(_ node: JSONNode, at pointer: String) -> CollectionRequest? {
        guard node.kind == .object else {
            report.note(.skipped, source.place(node, pointer), "a request was expected", hint: "remove it")
            return nil
        }
        let url = InsomniaTemplate.normalised(node.text("url") ?? "")
        let scheme = url.prefix { $0 != ":" }.lowercased()
        if scheme == "ws" || scheme == "wss" {
            noteForeign("WebSocket", node, at: pointer)
            return nil
        }
        let method = InsomniaTemplate.normalised(node.filled("method")?.plainText ?? "GET")
        var request = CollectionRequest(
            name: "", method: method.contains("{{") ? method : method.uppercased(), url: url, place: source.place(node, pointer))
        request.name = node.filled("name")?.plainText ?? (url.isEmpty ? "unnamed" : "\(request.method) \(url)")
        if url.isEmpty { report.note(.assumed, request.place, "it has no URL", hint: "give it one before sending") }
        if node.filled("method") == nil { report.note(.assumed, request.place, "it has no method; GET is sent") }
        request.docs = Self.docs(node)
        let parameters = node["parameters"] == nil ? "params" : "parameters"
        request.query = self.parameters(node[parameters], at: "\(pointer)/\(parameters)")
        request.pathVariables = fields(node["pathParameters"], at: pointer + "/pathParameters")
        request.headers = fields(node["headers"], at: pointer + "/headers")
        request.auth = auth(node["authentication"], at: pointer + "/authentication", isFolder: false)
        request.body = body(node, of: request, at: pointer + "/body")
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
        let sendsNone = cookies?.denies("send") ?? node.denies("settingSendCookies")
        let storesNone = cookies?.denies("store") ?? node.denies("settingStoreCookies")
        request.options.ignoresCookies = sendsNone && storesNone
        var unknown = NameList()
        if sendsNone != storesNone { unknown.add(sendsNone ? "cookies are kept but not sent" : "cookies are sent but not kept") }
        if settings?.denies("encodeUrl") ?? node.denies("settingEncodeUrl") { unknown.add("the URL is not encoded") }
        if settings?.denies("rebuildPath") ?? node.denies("settingRebuildPath") { unknown.add("dots in the path are kept") }
        if (settings?.denies("renderRequestBody") ?? node.flag("settingDisableRenderRequestBody")),
            request.body.texts.contains(where: { $0.contains("{{") })
        {
            unknown.add("variables in the body stay as they are")
        }
        guard !unknown.isEmpty else { return }
        report.note(.unsupported, source.place(node, pointer), "settings that are not known: \(unknown.text)")
    }
}
