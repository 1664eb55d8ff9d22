// The statements of a PowerShell text: the variables that they set, and the requests that they send.

/// The value of an expression, as far as it can be known without running anything.
enum PowerShellValue: Sendable, Hashable {
    case text(String)
    case table([CollectionField])
    case session(PowerShellSession)
    case unknown
}

/// The fields that a web session adds to each request.
struct PowerShellSession: Sendable, Hashable {
    var userAgent: String?
    var cookies: [CollectionField] = []
}

/// Collects the requests of a text.
struct PowerShellScript {
    /// The names of the commands that send a request, in small letters.
    static let senders: Set<String> = ["invoke-webrequest", "invoke-restmethod", "iwr", "irm"]

    private(set) var collection = RequestCollection(format: "PowerShell")
    private let file: String
    private let tokens: [PowerShellToken]
    private let names: Set<String>
    /// By name in small letters: PowerShell does not tell capitals apart.
    private var variables: [String: PowerShellValue] = ["true": .text("true"), "false": .text("false"), "null": .text("")]

    init(_ lexer: PowerShellLexer, file: String) {
        self.file = file
        tokens = lexer.tokens
        names = lexer.variables
        for line in lexer.expressions { noteExpression(line) }
    }

    mutating func read() {
        var index = 0
        while index < tokens.count {
            let statement = statement(from: index)
            index = statement.endIndex + 1
            read(statement)
        }
        collection.report.requests = collection.items.count
    }

    /// The tokens up to the end of the statement. Line ends inside of parentheses and tables end none.
    private func statement(from start: Int) -> ArraySlice<PowerShellToken> {
        var depth = 0
        var index = start
        while index < tokens.count {
            switch tokens[index].kind {
            case .open, .openTable: depth += 1
            case .close, .closeTable: depth -= 1
            case .end where depth <= 0: return tokens[start..<index]
            default: break
            }
            index += 1
        }
        return tokens[start..<index]
    }

    private mutating func noteExpression(_ line: Int) {
        collection.report.addNote(
            .unsupported, ImportPlace(file: file, line: line), "an expression of PowerShell is not run",
            hint: "write its value into the form")
    }

    private mutating func read(_ statement: ArraySlice<PowerShellToken>) {
        guard let first = statement.first else { return }
        if let place = statement.firstIndex(where: { $0.kind == .word && Self.senders.contains($0.text.lowercased()) }) {
            return send(statement[(place + 1)...].prefix { $0.kind != .pipe }, at: statement[place].line)
        }
        guard first.kind == .variable else { return }
        let parts = first.text.split(separator: ".").map { $0.lowercased() }
        guard let name = parts.first else { return }
        let rest = statement.dropFirst()
        if rest.first?.kind == .equals {
            let value = wholeValue(rest.dropFirst())
            if parts.count == 1 {
                variables[name] = value
            } else if parts.count == 2, parts[1] == "useragent", case .text(let text) = value {
                change(name) { $0.userAgent = text }
            }
        } else if let key = rest.first.flatMap(Self.index), rest.dropFirst().first?.kind == .equals {
            guard case .text(let text) = wholeValue(rest.dropFirst(2)) else { return }
            addField(CollectionField(key, text), to: name)
        } else if parts.last == "add" {
            readCall(Array(parts.dropFirst()), of: name, rest)
        }
    }

    /// The name in `["name"]`.
    private static func index(_ token: PowerShellToken) -> String? {
        guard token.isJoined, token.kind == .word, token.text.hasPrefix("["), token.text.hasSuffix("]") else { return nil }
        return String(token.text.dropFirst().dropLast().filter { $0 != "\"" && $0 != "'" })
    }

    /// `$session.Cookies.Add((New-Object System.Net.Cookie(…)))` and `$headers.Add("name", "value")`.
    private mutating func readCall(_ members: [String], of name: String, _ arguments: ArraySlice<PowerShellToken>) {
        let texts = arguments.filter { $0.kind == .text || $0.kind == .variable }.map { resolved($0) }
        if members == ["cookies", "add"] {
            // The class of the cookie may stand in quotes before its name.
            let own = texts.drop { $0.lowercased().hasPrefix("system.net") }
            guard let cookie = own.first else { return }
            change(name) { $0.cookies.append(CollectionField(cookie, own.dropFirst().first ?? "")) }
        } else if members == ["add"], texts.count == 2 {
            addField(CollectionField(texts[0], texts[1]), to: name)
        } else if let line = arguments.first?.line {
            noteExpression(line)
        }
    }

    private mutating func addField(_ field: CollectionField, to name: String) {
        var fields: [CollectionField] = []
        if case .table(let old)? = variables[name] { fields = old }
        variables[name] = .table(fields.filter { $0.name.lowercased() != field.name.lowercased() } + [field])
    }

    private mutating func change(_ name: String, _ body: (inout PowerShellSession) -> Void) {
        var session = PowerShellSession()
        if case .session(let old)? = variables[name] { session = old }
        body(&session)
        variables[name] = .session(session)
    }

    // MARK: Values

    /// The value of all the tokens; unknown with a note where more than one value stands there, as in
    /// `@{…} | ConvertTo-Json` and `"a" + $b`.
    private mutating func wholeValue(_ slice: ArraySlice<PowerShellToken>) -> PowerShellValue {
        if slice.first?.kind == .word, slice.first?.text.lowercased() == "new-object" {
            // Later statements fill a session or a dictionary.
            return slice.contains { $0.text.contains("WebRequestSession") } ? .session(PowerShellSession()) : .table([])
        }
        let (value, length) = argument(slice)
        guard slice.dropFirst(length).isEmpty, value != .unknown else {
            if let line = slice.first?.line { noteExpression(line) }
            return .unknown
        }
        return value
    }

    /// The value that begins a slice, and the number of its tokens. Tokens without a blank between them are one
    /// text: `$base/items?page=2`.
    private mutating func argument(_ slice: ArraySlice<PowerShellToken>) -> (value: PowerShellValue, length: Int) {
        guard let first = slice.first else { return (.unknown, 0) }
        switch first.kind {
        case .openTable:
            let inner = slice.dropFirst().prefix(upToClose: .openTable, .closeTable)
            return (.table(table(inner)), inner.count + 2)
        case .open:
            let inner = slice.dropFirst().prefix(upToClose: .open, .close)
            return (grouped(inner), inner.count + 2)
        case .text, .word, .variable:
            let run = slice.prefix(1) + slice.dropFirst().prefix { $0.isJoined && $0.kind.isPartOfWord }
            guard run.count > 1 else {
                guard first.kind == .variable else { return (.text(resolved(first)), 1) }
                return (variables[first.text.lowercased()] ?? .text("{{\(first.text)}}"), 1)
            }
            return (.text(run.map { resolved($0) }.joined()), run.count)
        case .close, .closeTable, .equals, .comma, .pipe, .end: return (.unknown, 1)
        }
    }

    /// The value in parentheses: one text, as such or as its bytes in UTF-8:
    /// `([System.Text.Encoding]::UTF8.GetBytes("…"))`.
    private func grouped(_ inner: ArraySlice<PowerShellToken>) -> PowerShellValue {
        let values = inner.filter { $0.kind == .text || $0.kind == .variable }
        let others = inner.filter { ![.text, .variable, .open, .close].contains($0.kind) }
        guard values.count == 1, others.allSatisfy({ $0.text.lowercased().hasSuffix("utf8.getbytes") }) else { return .unknown }
        guard values[0].kind == .variable else { return .text(resolved(values[0])) }
        return variables[values[0].text.lowercased()] ?? .text("{{\(values[0].text)}}")
    }

    /// `name = value` on each line, or with semicolons between.
    private mutating func table(_ slice: ArraySlice<PowerShellToken>) -> [CollectionField] {
        var fields: [CollectionField] = []
        var rest = slice.drop { $0.kind == .end }
        while let key = rest.first {
            let entry = rest.prefix { $0.kind != .end }
            guard entry.dropFirst().first?.kind == .equals else {
                noteExpression(key.line)
                return fields
            }
            let (value, length) = argument(rest.dropFirst(2))
            rest = rest.dropFirst(2 + length)
            if case .text(let text) = value, rest.first.map({ $0.kind == .end }) ?? true {
                fields.append(CollectionField(resolved(key), text))
            } else {
                noteExpression(key.line)
                rest = rest.drop { $0.kind != .end }
            }
            rest = rest.drop { $0.kind == .end }
        }
        return fields
    }

    /// The text of a token, with the known variables in it.
    private func resolved(_ token: PowerShellToken) -> String {
        switch token.kind {
        case .variable:
            if case .text(let value)? = variables[token.text.lowercased()] { return value }
            return "{{\(token.text)}}"
        case .text where token.text.contains("{{"):
            return names.reduce(token.text) { text, name in
                guard case .text(let value)? = variables[name.lowercased()] else { return text }
                return text.replacing("{{\(name)}}", with: value)
            }
        default: return token.text
        }
    }

    // MARK: Requests

    private mutating func send(_ slice: ArraySlice<PowerShellToken>, at line: Int) {
        var request = PowerShellRequest(place: ImportPlace(file: file, line: line))
        var rest = slice
        while let token = rest.first {
            guard token.kind == .word, token.text.hasPrefix("-") else {
                let (value, length) = argument(rest)
                if request.address == nil, case .text(let text) = value {
                    request.address = text
                } else {
                    noteExpression(token.line)
                }
                rest = rest.dropFirst(max(1, length))
                continue
            }
            rest = rest.dropFirst()
            let parts = token.text.dropFirst().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init)
            guard let name = parts.first, !name.isEmpty else { continue }
            // `-Name:value`, where the value may be a token of its own.
            let isGiven = parts.count > 1
            if isGiven, !parts[1].isEmpty {
                request.set(name, .text(parts[1]))
            } else if !isGiven, PowerShellRequest.isSwitch(name) || rest.first.map(Self.isName) ?? true {
                request.set(name, .text("true"))
            } else {
                let (value, length) = argument(rest)
                if value == .unknown { noteExpression(token.line) }
                request.set(name, value)
                rest = rest.dropFirst(max(1, length))
            }
        }
        let (made, notes) = request.make()
        collection.report.notes += notes
        guard var made else { return }
        // Other names in braces are plain text.
        let open = names.union(slice.filter { $0.kind == .variable }.map(\.text)).filter { name in
            if case .text? = variables[name.lowercased()] { false } else { true }
        }
        made.literalNames = made.names.subtracting(open)
        collection.items.append(.request(made))
    }

    private static func isName(_ token: PowerShellToken) -> Bool { token.kind == .word && token.text.hasPrefix("-") }
}

extension PowerShellToken.Kind {
    /// Without a blank before it, such a token continues a word.
    fileprivate var isPartOfWord: Bool {
        switch self {
        case .word, .text, .variable, .equals, .comma: true
        case .open, .close, .openTable, .closeTable, .pipe, .end: false
        }
    }
}

extension ArraySlice<PowerShellToken> {
    /// The tokens before the one that closes what was opened before them.
    fileprivate func prefix(upToClose open: PowerShellToken.Kind, _ close: PowerShellToken.Kind) -> ArraySlice {
        var depth = 1
        for index in indices {
            if self[index].kind == open { depth += 1 }
            if self[index].kind == close { depth -= 1 }
            if depth == 0 { return self[..<index] }
        }
        return self
    }
}
