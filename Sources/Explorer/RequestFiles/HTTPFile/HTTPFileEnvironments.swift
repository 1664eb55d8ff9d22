// Files with environments beside .http files: JetBrains' and httpyac's JSON, `.env`
// files, and the settings of VS Code.

import Document

/// Environments that belong to `.http` files, and variables that apply in all of them.
public struct HTTPFileEnvironments: Sendable, Hashable {
    /// In the order of the files.
    public var environments: [CollectionEnvironment] = []
    /// Variables that apply in every environment that does not set them.
    public var shared: [CollectionField] = []
    /// The values of `.env` files, by environment. Values without an environment apply in all.
    private(set) var dotEnv: [String?: [CollectionField]] = [:]
    /// Parts that could not be read.
    public var notes: [ImportNote] = []

    /// Whether ``read(_:)`` accepts a file with this path: `http-client.env.json`,
    /// `.env`, `dev.env`, `settings.json` …
    public static func isEnvironmentFile(_ path: String) -> Bool { fileKind(of: path) != nil }

    /// Reads the files. The values of a private file are secret, and override those of the file beside it.
    public static func readFiles(_ files: [(path: String, bytes: [UInt8])]) -> HTTPFileEnvironments {
        var result = HTTPFileEnvironments()
        let sorted = files.enumerated().sorted {
            (readingOrder($0.element.path), $0.offset) < (readingOrder($1.element.path), $1.offset)
        }
        for (_, file) in sorted {
            switch fileKind(of: file.path) {
            case .json(let isSecret): result.readJSON(file.bytes, file: file.path, at: [], isSecret: isSecret)
            case .httpyac: result.readJSON(file.bytes, file: file.path, at: [["environments"]], isSecret: false)
            case .settings:
                let key = "rest-client.environmentVariables"
                result.readJSON(file.bytes, file: file.path, at: [[key], ["settings", key]], isSecret: false)
            case .dotEnv(let name):
                let values = DotEnvText(file.bytes, file: file.path)
                result.notes += values.notes
                result.addVariables(values.fields, to: name)
                Self.merge(values.fields, into: &result.dotEnv[name, default: []])
            case nil: result.notes.append(ImportNote(.skipped, ImportPlace(file: file.path), "it is not an environments file"))
            }
        }
        return result
    }

    private enum Kind: Hashable {
        case json(isSecret: Bool)
        case httpyac
        case settings
        /// - Parameter name: `nil` applies in all environments.
        case dotEnv(name: String?)
    }

    private static func fileKind(of path: String) -> Kind? {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
        if LineSyntax.hasSuffix(name, ".private.env.json") { return .json(isSecret: true) }
        if LineSyntax.hasSuffix(name, ".env.json") { return .json(isSecret: false) }
        if [".httpyac.json", "httpyac.config.json", ".httpyac.config.json"].contains(name) { return .httpyac }
        if name == "settings.json" || LineSyntax.hasSuffix(name, ".code-workspace") { return .settings }
        if name == ".env" { return .dotEnv(name: nil) }
        if LineSyntax.hasPrefix(name, ".env.") { return .dotEnv(name: LineSyntax.dropping(5, of: name)) }
        if LineSyntax.hasSuffix(name, ".env") { return .dotEnv(name: String(decoding: name.utf8.dropLast(4), as: UTF8.self)) }
        return nil
    }

    /// Private files come after the others, so that their values win.
    private static func readingOrder(_ path: String) -> Int { fileKind(of: path) == .json(isSecret: true) ? 1 : 0 }

    private mutating func readJSON(_ bytes: [UInt8], file: String, at paths: [[String]], isSecret: Bool) {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(JSONComments.blanked(bytes))
        } catch {
            let place = ImportPlace(file: file, line: error.line)
            notes.append(ImportNote(.skipped, place, "the file is not JSON: \(error.message)", hint: "correct it there"))
            return
        }
        let lines = LineIndex(document.bytes)
        var found = paths.isEmpty ? [(pointer: "", node: document.root)] : []
        for path in paths {
            let pointer = path.reduce("") { JSONPointer.append($0, $1) }
            if let node = path.reduce(Optional(document.root), { $0?[$1] }) { found.append((pointer, node)) }
        }
        for (pointer, node) in found {
            for member in node.entries {
                let name = member.name.string ?? ""
                let inner = JSONPointer.append(pointer, name)
                let fields = self.fields(of: member.value, file: file, pointer: inner, lines: lines, isSecret: isSecret)
                addVariables(fields, to: ["$shared", "$default"].contains(name) ? nil : name)
            }
        }
    }

    private mutating func fields(
        of node: JSONNode, file: String, pointer: String, lines: LineIndex, isSecret: Bool
    ) -> [CollectionField] {
        guard node.kind == .object else {
            let place = ImportPlace(file: file, line: lines.lineNumber(of: node.byteRange.lowerBound), pointer: pointer)
            notes.append(ImportNote(.skipped, place, "an environment is not an object", hint: "write its variables in `{}`"))
            return []
        }
        return node.entries.compactMap { member in
            let name = member.name.string ?? ""
            let line = lines.lineNumber(of: member.name.byteRange.lowerBound)
            let place = ImportPlace(file: file, line: line, pointer: JSONPointer.append(pointer, name))
            switch member.value.kind {
            case .string, .number, .true, .false:
                return CollectionField(name, VariableText.normalised(member.value.displayText), isSecret: isSecret)
            case .null: return CollectionField(name, "", isSecret: isSecret)
            case .object, .array:
                if ["Security", "SSLConfiguration"].contains(name) {
                    notes.append(
                        ImportNote(
                            .unsupported, place, "`\(name)` of an environment is not read", hint: "set the auth of the request"))
                    return nil
                }
                notes.append(ImportNote(.assumed, place, "`\(name)` is not text", hint: "its JSON is the value"))
                return CollectionField(name, VariableText.normalised(member.value.source), isSecret: isSecret)
            }
        }
    }

    /// Adds variables to an environment, or to all of them.
    private mutating func addVariables(_ fields: [CollectionField], to name: String?) {
        guard let name else { return Self.merge(fields, into: &shared) }
        if let place = environments.firstIndex(where: { $0.name == name }) {
            Self.merge(fields, into: &environments[place].variables)
        } else {
            var variables: [CollectionField] = []
            Self.merge(fields, into: &variables)
            environments.append(CollectionEnvironment(name: name, variables: variables))
        }
    }

    private static func merge(_ fields: [CollectionField], into variables: inout [CollectionField]) {
        var places: [String: Int] = [:]
        for (place, variable) in variables.enumerated() { places[variable.name] = place }
        for field in fields {
            if let place = places[field.name] {
                variables[place] = field
            } else {
                places[field.name] = variables.count
                variables.append(field)
            }
        }
    }
}
