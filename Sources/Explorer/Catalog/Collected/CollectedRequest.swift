// A saved request of a collection: the texts it sends by default, field by field.

import NetLayer
import RequestFiles

/// A request of a collection, with everything that it inherits from the folders around it.
public struct CollectedRequest: Sendable, Hashable {
    /// The part of the request that a field fills.
    public enum Slot: Sendable, Hashable {
        /// A variable of the path, by its index among the path's variables.
        case path(Int)
        case query(Int)
        case header(Int)
        /// A field of a form, or a part of a multipart body.
        case form(Int)
        /// A text of the authentication.
        case auth(AuthPart)
        /// A variable without a value, or with a changed one.
        case variable(String)
    }

    /// The texts that authentication consists of.
    public enum AuthPart: String, Sendable, Hashable, CaseIterable { case user, password, token, key, region, service, session }

    /// One text of the request.
    public struct Field: Sendable, Hashable {
        public var slot: Slot
        public var name: String
        /// The text that is sent by default; empty when the field is left out by default.
        public var text: String
        /// The collection's text of a disabled field.
        public var placeholder: String
        /// Whether an empty text is sent too.
        public var isSentEmpty: Bool
        /// Whether the request needs it.
        public var isRequired: Bool
        public var isSecret: Bool
        /// Whether the text is the path of a file, after an `@`.
        public var isFile: Bool
        /// On one line; empty when there is none.
        public var help: String
    }

    /// How the user fills in the body.
    public enum BodyStyle: Sendable, Hashable {
        case none, text, form, multipart
        /// Content that is not text; it is sent unchanged.
        case bytes
        /// The content of a file; the text is its path.
        case file
    }

    var request: CollectionRequest
    /// Includes the fields that it inherits from its folders.
    var headers: [CollectionField]
    var auth: CollectionAuth
    let address: RequestAddress
    /// Whether its origin is the one that the API's services replace. Other requests go to their own origin.
    let usesCommonOrigin: Bool
    let variables: CollectionVariables
    /// The folder that relative file paths start from; it ends with a slash, or is empty.
    let folder: String
    /// The user typed or pasted it in this session.
    public internal(set) var isTyped = false
    /// The rules for its actions outside the collection's folder and services; `nil` allows everything.
    var trust: SourceTrust?

    /// The index in ``headers`` before which the field of ``auth`` goes; `nil` where the file
    /// has it elsewhere.
    var authPlace: Int? { request.authPlace.map { min(headers.count - request.headers.count + $0, headers.count) } }

    public var bodyStyle: BodyStyle {
        switch request.body {
        case .none: .none
        case .bytes: .bytes
        case .text, .graphQL: .text
        case .form: .form
        case .multipart: .multipart
        case .file: .file
        }
    }

    /// Whether another reading of it sends the same, regardless of its place in the file.
    func isSame(as other: CollectedRequest?) -> Bool {
        guard var other else { return false }
        other.request.place = request.place
        other.trust = trust
        return other == self
    }

    /// Whether it follows redirects; true unless the collection says otherwise.
    public var followsRedirects: Bool { request.options.followsRedirects ?? true }

    /// Every text that the user can change, in the order of a form: path, query, header,
    /// body, authentication, variables.
    public var fields: [Field] {
        paths.enumerated().map { Self.field(.path($0), $1, isRequired: true) }
            + request.query.enumerated().map { Self.field(.query($0), $1) }
            + headers.enumerated().map { Self.field(.header($0), $1) }
            + bodyFields + authFields + variableFields
    }

    /// The slot for a name on a command line: the name of a field, or of a variable with or
    /// without its braces.
    public func findSlot(of name: String) -> Slot? {
        if let field = fields.first(where: { $0.name == name || $0.name == "{{\(name)}}" }) { return field.slot }
        // A variable in the value of another variable.
        return nested.contains(name) ? .variable(name) : nil
    }

    /// The variables in the values of its own variables, and transitively in theirs; and those whose names other
    /// variables complete.
    private var nested: Set<String> {
        let composed = composedNames(in: texts)
        return variables(of: names + composed).union(composed)
    }

    /// The variables of a text, and transitively those of their values.
    func variables(of text: String) -> Set<String> {
        let names = VariableScope.names(in: text) + composedNames(in: [text])
        return variables(of: names).union(names)
    }

    /// In any environment, the names that other variables complete: `host_dev` of `{{host_{{env}}}}`.
    private func composedNames(in texts: [String]) -> [String] {
        let texts = texts.filter(VariableText.isNested)
        guard !texts.isEmpty else { return [] }
        let scopes = ([nil] + variables.environments.map { Optional($0.name) }).map { scope(Changes(), in: $0) }
        return scopes.flatMap { scope in texts.flatMap { scope.composedNames(in: $0) } }
    }

    private func variables(of names: [String]) -> Set<String> {
        var found: Set<String> = []
        var open = names
        while let name = open.popLast(), found.count < 1_000 {
            let values = ([nil] + variables.environments.map { Optional($0.name) }).compactMap {
                variables.scope(in: $0).unresolvedText(of: name)
            }
            let own = request.variables.filter { $0.name == name }.map(\.value)
            for inner in (values + own).flatMap(VariableScope.names) where found.insert(inner).inserted { open.append(inner) }
        }
        return found
    }

    private static func field(_ slot: Slot, _ field: CollectionField, isRequired: Bool = false, isFile: Bool = false) -> Field {
        Field(
            slot: slot, name: field.name, text: field.isDisabled ? "" : field.value,
            placeholder: field.isDisabled ? field.value : "",
            isSentEmpty: !field.isDisabled && field.value.isEmpty && !isRequired,
            isRequired: isRequired, isSecret: field.isSecret, isFile: isFile, help: Wording.folded(field.docs))
    }

    private var bodyFields: [Field] {
        switch request.body {
        case .none, .bytes, .text, .graphQL: return []
        case .form(let fields): return fields.enumerated().map { Self.field(.form($0), $1) }
        case .multipart(let parts):
            return parts.enumerated().map { index, part in
                switch part.content {
                case .text(let text):
                    let own = CollectionField(part.name, text, isDisabled: part.isDisabled, docs: part.docs)
                    return Self.field(.form(index), own)
                case .file(let path):
                    let own = CollectionField(part.name, "@" + path, isDisabled: part.isDisabled, docs: part.docs)
                    return Self.field(.form(index), own, isFile: true)
                }
            }
        case .file(let path, _, _):
            return [Self.field(.form(0), CollectionField("file", "@" + path), isRequired: true, isFile: true)]
        }
    }

    private var authFields: [Field] {
        auth.texts.map { part, text in
            Field(
                slot: .auth(part), name: auth.label(of: part), text: text, placeholder: "", isSentEmpty: false, isRequired: false,
                isSecret: false, isFile: false,
                help: auth.name)
        }
    }

    /// The variables that it names. The user can give each another value for the rest of the session.
    private var variableFields: [Field] {
        let known = variables.everywhere
        let environment = variables.environments.first?.name
        let empty = emptySegments(in: scope(Changes(), in: environment))
        return names.map { name in
            let isKnown = known.contains(name) || request.variables.contains { $0.name == name }
            return Field(
                slot: .variable(name), name: "{{\(name)}}", text: "",
                placeholder: value(of: name, in: environment) ?? "",
                isSentEmpty: false, isRequired: !isKnown || empty.contains(name),
                isSecret: hidesVariable(name), isFile: false, help: "a variable of the collection, for all of its requests")
        }
    }

    /// The value of a variable in an environment; `nil` when it is unknown or secret.
    public func value(of name: String, in environment: String?) -> String? {
        guard !hidesVariable(name) else { return nil }
        return request.variables.last { $0.name == name && !$0.isDisabled }?.value
            ?? variables.scope(in: environment).unresolvedText(of: name)
    }

    /// Whether the value of a variable must be hidden, because the collection or the variable's name says so.
    func hidesVariable(_ name: String) -> Bool {
        variables.isSecret(name) || VariableScope.isSecret(name)
    }

    /// The variables that it names, in order of appearance, without dynamic ones.
    var names: [String] {
        var names: [String] = []
        for text in texts {
            for name in VariableScope.names(in: text) where isVariable(name) && !names.contains(name) {
                names.append(name)
            }
        }
        return names
    }

    private func isVariable(_ name: String) -> Bool { DynamicName(name) == nil && !request.literalNames.contains(name) }

    private var texts: [String] {
        var texts = [address.origin, address.path, address.query ?? ""]
        for field in paths + request.query + headers where !field.isDisabled { texts += [field.name, field.value] }
        switch request.body {
        case .none, .bytes: break
        case .text(let text, let type): texts += [text, type ?? ""]
        case .form(let fields): texts += fields.filter { !$0.isDisabled }.flatMap { [$0.name, $0.value] }
        case .multipart(let parts):
            for part in parts where !part.isDisabled {
                switch part.content {
                case .text(let text): texts += [part.name, text]
                case .file(let path): texts += [part.name, path]
                }
            }
        case .file(let path, let type, _): texts += [path, type ?? ""]
        case .graphQL(let query, let variables, _): texts += [query, variables]
        }
        return texts + auth.texts.map(\.text)
    }

    /// The path's own variables, `:name` and `{name}`, with their values, in the order of the path.
    var paths: [CollectionField] {
        pathPieces.compactMap { piece in
            guard case .variable(let name) = piece else { return nil }
            var field = request.pathVariables.first { $0.name == name } ?? CollectionField(name, "")
            field.isDisabled = false
            return field
        }
    }

    var pathPieces: [RequestAddress.Piece] { address.pieces(Set(request.pathVariables.map(\.name))) }
}
