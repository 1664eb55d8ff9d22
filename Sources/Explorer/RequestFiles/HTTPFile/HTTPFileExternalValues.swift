// Variables of a .http file with external values: `{{$dotenv NAME}}` from a `.env` file,
// `{{$processEnv NAME}}` from the shell.

/// The values of the external variables in a file. The variables keep their names, so that
/// the user can override each one.
struct HTTPFileExternalValues {
    /// From `.env`.
    private(set) var shared: [CollectionField] = []
    private(set) var notes: [ImportNote] = []
    /// From `.env.NAME`, by NAME.
    private var ofEnvironments: [String: [CollectionField]] = [:]
    private var known: Set<String> = []
    private let file: String
    private let dotEnv: [String?: [CollectionField]]

    init(_ scanner: HTTPFileScanner, _ environments: HTTPFileEnvironments) {
        file = scanner.file
        dotEnv = environments.dotEnv
        for variable in scanner.variables { collectReferences(variable.value, line: variable.line) }
        for draft in scanner.drafts where draft.requestLine.otherProtocol == nil {
            collectReferences(draft.requestLine.target, line: draft.line)
            for header in draft.headers { collectReferences(header.field.name + " " + header.field.value, line: header.line) }
            for line in draft.body { collectReferences(line.text, line: line.line) }
        }
    }

    /// Adds the values of each environment's own files to it.
    func addValues(to environments: inout [CollectionEnvironment]) {
        for index in environments.indices { environments[index].variables += ofEnvironments[environments[index].name] ?? [] }
    }

    private mutating func collectReferences(_ text: String, line: Int) {
        for expression in VariableText.expressions(text) where LineSyntax.hasPrefix(expression, "$") {
            guard let source = VariableText.words(expression).first, known.insert(expression).inserted else { continue }
            let name = LineSyntax.trimmed(LineSyntax.dropping(source.utf8.count, of: expression))
            if LineSyntax.hasPrefix(name, "%"), source == "$dotenv" || source == "$processEnv" {
                addNote(
                    line, "`{{\(expression.brief)}}` is named by another variable, which is not supported",
                    hint: "write the name itself")
            } else if source == "$dotenv" {
                readDotEnv(name, expression, line: line)
            } else if source == "$processEnv" || LineSyntax.hasPrefix(source, "$env.") {
                addNote(
                    line, "`{{\(expression.brief)}}` is a shell variable, and not read",
                    hint: "give it with -p '\(expression.brief)=VALUE', or set a variable")
            }
        }
    }

    private mutating func readDotEnv(_ name: String, _ expression: String, line: Int) {
        var isFound = false
        for (environment, fields) in dotEnv {
            guard let value = fields.first(where: { $0.name == name })?.value else { continue }
            isFound = true
            let field = CollectionField(expression, value, isSecret: true)
            if let environment { ofEnvironments[environment, default: []].append(field) } else { shared.append(field) }
        }
        if !isFound {
            addNote(
                line, "no .env file beside this one sets \(name.brief)",
                hint: "set it there, or give it with -p '\(expression.brief)=VALUE'", .assumed)
        }
    }

    private mutating func addNote(_ line: Int, _ message: String, hint: String, _ kind: ImportNote.Kind = .unsupported) {
        notes.append(ImportNote(kind, ImportPlace(file: file, line: line), message, hint: hint))
    }
}
