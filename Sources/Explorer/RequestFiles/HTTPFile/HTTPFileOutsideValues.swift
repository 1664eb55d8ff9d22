// Variables of a .http file with external values: `{{$dotenv NAME}}` from a `.env` file,
// `{{$processEnv NAME}}` from the shell.

/// The values of the external variables in a file. The variables keep their names, so that
/// the user can override each one.
struct HTTPFileOutsideValues {
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
        for variable in scanner.variables { read(variable.value, line: variable.line) }
        for draft in scanner.drafts where draft.requestLine.otherProtocol == nil {
            read(draft.requestLine.target, line: draft.line)
            for header in draft.headers { read(header.field.name + " " + header.field.value, line: header.line) }
            for line in draft.body { read(line.text, line: line.line) }
        }
    }

    /// Adds the values of each environment's own files to it.
    func add(to environments: inout [CollectionEnvironment]) {
        for index in environments.indices { environments[index].variables += ofEnvironments[environments[index].name] ?? [] }
    }

    private mutating func read(_ text: String, line: Int) {
        for expression in VariableText.expressions(text) where LineText.begins(expression, "$") {
            guard let source = VariableText.words(expression).first, known.insert(expression).inserted else { continue }
            let name = LineText.trim(LineText.dropping(source.utf8.count, of: expression))
            if LineText.begins(name, "%"), source == "$dotenv" || source == "$processEnv" {
                note(
                    line, "`{{\(expression.brief)}}` is named by another variable, which is not done",
                    hint: "write the name itself")
            } else if source == "$dotenv" {
                readDotEnv(name, expression, line: line)
            } else if source == "$processEnv" || LineText.begins(source, "$env.") {
                note(
                    line, "`{{\(expression.brief)}}` is of the shell, and not read",
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
            note(
                line, "no .env file beside this one sets \(name.brief)",
                hint: "set it there, or give it with -p '\(expression.brief)=VALUE'", .assumed)
        }
    }

    private mutating func note(_ line: Int, _ message: String, hint: String, _ kind: ImportNote.Kind = .unsupported) {
        notes.append(ImportNote(kind, ImportPlace(file: file, line: line), message, hint: hint))
    }
}
