// Makes the plan of a saved request and its changes.

import Document
import NetLayer
import RequestFiles

extension CollectedRequest {
    /// The changes to a collection's request.
    public struct Changes: Sendable, Hashable {
        /// By slot. An empty text removes the collection's value.
        public var texts: [Slot: String] = [:]
        /// The body's text, for ``BodyStyle/text``.
        public var body: String?
        /// The plan is made for its URL: without a body, and ``Filled/missing`` names the variables of the URL
        /// alone. Such a plan is never sent.
        public var areForURL = false

        public init() {}
    }

    /// A plan, and the variables that it lacks.
    public struct Filled: Sendable {
        public var plan: RequestPlan
        /// The variables without a value, in order of appearance in the request.
        public var missing: [String]
        /// Its actions outside the collection's folder and services, apart from its files. Values that the
        /// user typed need no agreement, so they are not included.
        var needs: [TrustNeed]
        /// The files that it sends because the collection names them, with their paths as in the plan.
        var files: [String]
    }

    /// The initial text, for ``BodyStyle/text``. It may contain variables.
    public var bodyText: String {
        switch request.body {
        case .text(let text, _): text
        case .graphQL(let query, let variables, let operation): Self.graphQL(query, variables, operation)
        case .none, .bytes, .form, .multipart, .file: ""
        }
    }

    /// The media type of the body, as written; `nil` when there is none.
    public var mediaType: String? {
        let own = headers.last { !$0.isDisabled && $0.name.lowercased() == "content-type" }?.value
        switch request.body {
        case .none: return nil
        case .bytes(_, let type): return own ?? type ?? "application/octet-stream"
        case .text(let text, let type): return own ?? type ?? Self.guess(text)
        case .graphQL: return own ?? "application/json"
        case .form: return own ?? "application/x-www-form-urlencoded"
        case .multipart: return "multipart/form-data"
        case .file(_, let type, _): return own ?? type ?? "application/octet-stream"
        }
    }

    /// The plan of the request.
    /// - Parameters:
    ///   - endpoint: the request's entry in the list of endpoints.
    ///   - environment: the name of the collection's environment; `nil` is none.
    public func makePlan(for endpoint: EndpointSummary, _ changes: Changes = Changes(), in environment: String? = nil) -> Filled {
        var filler = PlanFiller(saved: self, changes: changes, scope: scope(changes, in: environment))
        var plan = filler.makePlan(endpoint)
        if let trust {
            plan.refusal = trust.refusal(filler.needs)
            plan.bounds = SourceBounds(folder: trust.folder, files: trust.files, typed: filler.typedFiles, hint: trust.hint)
        }
        // A text that is no value must not reach a server in its place.
        if let refusal = filler.refusal { plan.refusal = refusal }
        return Filled(plan: plan, missing: filler.missing, needs: filler.needs, files: filler.files)
    }

    func scope(_ changes: Changes, in environment: String?) -> VariableScope {
        var scope = variables.scope(in: environment)
        scope.literal = request.literalNames
        scope.add(request.variables)
        for case (.variable(let name), let text) in changes.texts where !text.isEmpty {
            scope.setValue(name, text, isSecret: hidesVariable(name))
        }
        return scope
    }

    /// The variables that make up a whole segment of the path and are empty: the path must not lose the
    /// segment. The text before the first slash of a piece is not a whole segment; nor is the text after the
    /// last slash, when a path variable follows.
    func emptySegments(in scope: VariableScope) -> [String] {
        var names: [String] = []
        let pieces = pathPieces
        for (index, piece) in pieces.enumerated() {
            guard case .text(let text) = piece else { continue }
            let segments = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            for segment in index == pieces.count - 1 ? segments : segments.dropLast() where !segment.isEmpty {
                let written = String(segment)
                if scope.expanded(written).text.isEmpty { names += VariableScope.names(in: written) }
            }
        }
        return names
    }

    private static func guess(_ text: String) -> String {
        let first = text.utf8.first { $0 != 0x20 && !(0x09...0x0d).contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? "application/json" : "text/plain"
    }

    private static func graphQL(_ query: String, _ variables: String, _ operation: String?) -> String {
        var members = ["\"query\": \(JSONLiteral.string(query))"]
        if !variables.isEmpty { members.append("\"variables\": \(variables)") }
        if let operation { members.append("\"operationName\": \(JSONLiteral.string(operation))") }
        return "{" + members.joined(separator: ", ") + "}"
    }
}

/// Resolves variables while it builds a plan, and records the variables without a value.
private struct PlanFiller {
    let saved: CollectedRequest
    let changes: CollectedRequest.Changes
    let scope: VariableScope
    private(set) var missing: [String] = []
    private(set) var needs: [TrustNeed] = []
    private(set) var files: [String] = []
    private(set) var typedFiles: Set<String> = []
    /// The template tags in its texts, which nothing here can run.
    private var tags: [String] = []
    private var checksTags: Bool
    /// The dynamic variables in credentials that are encoded or signed before values are generated.
    private var dynamicCredentials: [String] = []

    init(saved: CollectedRequest, changes: CollectedRequest.Changes, scope: VariableScope) {
        self.saved = saved
        self.changes = changes
        self.scope = scope
        checksTags = saved.request.tags != .none
    }

    /// Why the plan must not be sent; `nil` when all of its texts are values.
    var refusal: String? {
        let place = "\(saved.request.place)"
        let start = place.isEmpty ? "" : place + ": "
        if !tags.isEmpty {
            let what = tags.count == 1 ? "tag \(tags[0])" : "tags \(tags.joined(separator: ", "))"
            return "\(start)it has the template \(what), which only Insomnia runs; write a value or a variable in its place"
        }
        guard let name = dynamicCredentials.first else { return nil }
        return "\(start)\(name) in user, password or keys is not generated; write a value there"
    }

    mutating func makePlan(_ endpoint: EndpointSummary) -> RequestPlan {
        var plan = RequestPlan(id: endpoint.id, title: endpoint.title, method: endpoint.method, path: "")
        plan.path = makeURL(&plan)
        for (index, field) in saved.request.query.enumerated() {
            guard let text = textToSend(.query(index), field) else { continue }
            let (name, sent) = (filled(field.name), value(text, field))
            plan.parameters.append(
                saved.request.keepsQueryText ? WrittenQuery.parameter(name, sent) : Parameter(name, sent, in: .query))
        }
        let missingInURL = missing
        var texts: [CollectedRequest.AuthPart: String] = [:]
        for (part, text) in saved.auth.texts { texts[part] = filled(changes.texts[.auth(part)] ?? text) }
        for text in saved.auth.fixedTexts { recordTags(text) }
        if saved.auth.isEncoded {
            let names = texts.values.flatMap(VariableText.expressions).filter { DynamicName($0) != nil }
            dynamicCredentials = names.sorted().map { "{{\($0)}}" }
        }
        for (index, field) in saved.headers.enumerated() {
            if index == saved.authPlace { saved.auth.apply(to: &plan) { texts[$0] ?? "" } }
            guard let text = textToSend(.header(index), field) else { continue }
            plan.headers.add(HeaderField(filled(field.name), value(text, field)))
        }
        if saved.authPlace == nil || saved.authPlace == saved.headers.count { saved.auth.apply(to: &plan) { texts[$0] ?? "" } }
        if changes.areForURL { missing = missingInURL } else { setBody(of: &plan) }
        saved.request.options.apply(to: &plan, folder: saved.folder)
        needs += saved.request.options.needs(folder: saved.folder)
        return plan
    }

    // MARK: texts

    /// The text to send for a field; `nil` when the field is left out.
    private func textToSend(_ slot: CollectedRequest.Slot, _ field: CollectionField) -> String? {
        let isSentEmpty = !field.isDisabled && field.value.isEmpty
        guard let text = changes.texts[slot] else { return field.isDisabled ? nil : field.value }
        return text.isEmpty && !isSentEmpty ? nil : text
    }

    private mutating func filled(_ text: String) -> String { expanded(text).text }

    private func isTyped(_ variable: String) -> Bool { changes.texts[.variable(variable)]?.isEmpty == false }

    private mutating func expanded(_ text: String) -> VariableScope.Expanded {
        let result = scope.expanded(text)
        for name in result.missing where !missing.contains(name) { missing.append(name) }
        recordTags(result.text)
        return result
    }

    private mutating func recordTags(_ text: String) {
        guard checksTags else { return }
        for tag in TemplateTag.shown(in: text) where !tags.contains(tag) { tags.append(tag) }
    }

    private mutating func value(_ text: String, _ field: CollectionField) -> FieldValue {
        let result = expanded(text)
        return field.isSecret || !result.secrets.isEmpty ? .secret(Secret(result.text)) : .plain(result.text)
    }

    private mutating func makeURL(_ plan: inout RequestPlan) -> String {
        func recordSecrets(_ result: VariableScope.Expanded, encoded: Bool) {
            for secret in result.secrets {
                plan.maskedTexts.insert(Secret(encoded ? PercentCoding.encode(secret, for: .pathSegment) : secret))
            }
        }
        let origin = expanded(saved.address.origin)
        var url = ""
        // A typed value for a variable of the services' address selects another server.
        if !saved.usesCommonOrigin || saved.variables(of: saved.address.origin).contains(where: { isTyped($0) }) {
            recordSecrets(origin, encoded: false)
            url = origin.text
            let place = URI(url + "/")
            if let own = saved.trust?.origins, !isTyped(whole: saved.address.origin), !own.contains(place.origin) {
                needs.append(TrustNeed(.host, "sends requests to \(place.shownOrigin)"))
            }
        }
        var number = 0
        for name in saved.emptySegments(in: scope) where !missing.contains(name) { missing.append(name) }
        for piece in saved.pathPieces {
            switch piece {
            case .text(let text):
                let result = expanded(text)
                recordSecrets(result, encoded: false)
                url += result.text
            case .variable(let name):
                let given = saved.request.pathVariables.first { $0.name == name }?.value ?? ""
                let result = expanded(changes.texts[.path(number)] ?? given)
                number += 1
                if result.text.isEmpty, !missing.contains(name) { missing.append(name) }
                recordSecrets(result, encoded: true)
                url += PercentCoding.encode(result.text, for: .pathSegment)
            }
        }
        if let query = saved.address.query {
            let pairs = query.split(separator: "&", omittingEmptySubsequences: false).map { expanded(String($0)) }
            // Secrets in a query are masked by parameter name. A variable may contain several pairs, or none.
            for pair in pairs where !pair.secrets.isEmpty {
                for part in pair.text.split(separator: "&") where part.contains("=") {
                    plan.maskedNames.insert(PercentCoding.decode(String(part.prefix { $0 != "=" })))
                }
                for secret in pair.secrets where !secret.contains("=") { plan.maskedTexts.insert(Secret(secret)) }
            }
            url += "?" + pairs.map(\.text).joined(separator: "&")
        }
        return Self.withoutTemplates(url)
    }

    /// Encodes braces, except for those of dynamic variables, which are replaced when the request is sent.
    private static func withoutTemplates(_ url: String) -> String {
        let bytes = Array(url.utf8)
        var output = ""
        var start = 0
        func escaped(_ range: Range<Int>) -> String {
            String(decoding: bytes[range], as: UTF8.self).replacing("{", with: "%7B").replacing("}", with: "%7D")
        }
        for span in VariableText.spans(bytes) where DynamicName(bytes[span]) != nil {
            output += escaped(start..<span.lowerBound) + String(decoding: bytes[span], as: UTF8.self)
            start = span.upperBound
        }
        return output + escaped(start..<bytes.count)
    }

    // MARK: body

    private mutating func setBody(of plan: inout RequestPlan) {
        checksTags = saved.request.tags == .everywhere
        let type = saved.mediaType.map { filled($0) } ?? ""
        switch saved.request.body {
        case .none: break
        case .bytes(let bytes, _): plan.body = .bytes(bytes, contentType: type)
        case .text, .graphQL:
            let result = expanded(changes.body ?? saved.bodyText)
            if result.text.isEmpty, saved.request.options.omitsEmptyBody { break }
            plan.isBodySecret = !result.secrets.isEmpty
            plan.body = .bytes(Array(result.text.utf8), contentType: type)
        case .form(let fields):
            for (index, field) in fields.enumerated() {
                guard let text = textToSend(.form(index), field) else { continue }
                plan.parameters.append(Parameter(filled(field.name), value(text, field), in: .form))
            }
        case .multipart(let parts):
            plan.body = .multipart(MultipartBody(parts.enumerated().compactMap { multipart($0, $1, &plan.isBodySecret) }))
        case .file(let path, _, _):
            let text = filled(changes.texts[.form(0)] ?? "@" + path)
            plan.body = .file(path: recordFile(text, .form(0), path), contentType: type)
        }
    }

    private mutating func multipart(_ index: Int, _ part: CollectionPart, _ isSecret: inout Bool) -> MultipartBody.Part? {
        let given: String
        switch part.content {
        case .text(let text): given = text
        case .file(let path): given = "@" + path
        }
        let field = CollectionField(part.name, given, isDisabled: part.isDisabled)
        guard let text = textToSend(.form(index), field).map({ expanded($0) }) else { return nil }
        isSecret = isSecret || !text.secrets.isEmpty
        for fixed in [part.fileName, part.mediaType] { recordTags(fixed ?? "") }
        let name = filled(part.name)
        guard case .file = part.content, text.text.hasPrefix("@") else {
            return MultipartBody.Part(
                name: name, content: .bytes(Array(text.text.utf8)), fileName: part.fileName, contentType: part.mediaType)
        }
        let path = recordFile(text.text, .form(index), String(given.dropFirst()))
        var made = MultipartBody.Part(name: name, file: path)
        if let fileName = part.fileName { made.fileName = fileName }
        if let mediaType = part.mediaType { made.contentType = mediaType }
        return made
    }

    /// The path of a file to send. Records whether the user or the collection named it.
    /// - Parameter written: the path as the collection has it.
    private mutating func recordFile(_ text: String, _ slot: CollectedRequest.Slot, _ written: String) -> String {
        let path = Self.filePath(text, in: saved.folder)
        if changes.texts[slot] != nil || isTyped(whole: written) { typedFiles.insert(path) } else { files.append(path) }
        return path
    }

    /// Whether the text is exactly one variable, and the user gave its value: then the user typed
    /// the whole text.
    private func isTyped(whole text: String) -> Bool {
        let names = VariableScope.names(in: text)
        guard names.count == 1, isTyped(names[0]) else { return false }
        return text.hasPrefix("{{") && text.firstRange(of: "}}")?.upperBound == text.endIndex
    }

    /// The path behind an `@`; a relative one starts in the collection's folder.
    private static func filePath(_ text: String, in folder: String) -> String {
        let path = text.hasPrefix("@") ? String(text.dropFirst()) : text
        return path.hasPrefix("/") ? path : folder + (path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
    }
}

extension CollectionOptions {
    /// The options that reach outside the collection.
    fileprivate func needs(folder: String) -> [TrustNeed] {
        var needs: [TrustNeed] = []
        if let unixSocket { needs.append(TrustNeed(.socket, "connects to the socket \(unixSocket)")) }
        if let proxy { needs.append(TrustNeed(.proxy, "goes through the proxy \(URI(proxy))")) }
        for place in connectTo { needs.append(TrustNeed(.proxy, "connects to another address than the host: \(place)")) }
        if insecure { needs.append(TrustNeed(.certificate, "accepts any certificate")) }
        let files = [
            ("reads the authorities", caFile), ("shows the client certificate", certificateFile), ("uses the key", keyFile),
        ]
        for case (let deed, let path?) in files {
            needs.append(TrustNeed(.certificate, "\(deed) \(path.hasPrefix("/") ? path : folder + path)"))
        }
        return needs
    }

    /// The longest timeout, in seconds: ten years.
    private static let longest = 3.2e8

    /// Applies the collection's options for sending a request. The user's own options override them.
    fileprivate func apply(to plan: inout RequestPlan, folder: String) {
        if let followsRedirects { plan.followsRedirects = followsRedirects }
        if let timeout, timeout > 0 { plan.timeouts.total = .seconds(min(timeout, Self.longest)) }
        if let connectTimeout, connectTimeout > 0 { plan.timeouts.connect = .seconds(min(connectTimeout, Self.longest)) }
        func absolutePath(_ text: String?) -> String? { text.map { $0.hasPrefix("/") ? $0 : folder + $0 } }
        plan.connection.insecure = insecure
        plan.connection.proxy = proxy.map { Secret($0) }
        plan.connection.unixSocket = unixSocket
        plan.connection.connectTo = connectTo
        plan.connection.caFile = absolutePath(caFile)
        plan.connection.clientCertificateFile = absolutePath(certificateFile)
        plan.connection.clientKeyFile = absolutePath(keyFile)
    }
}
