// The statements of a PowerShell text: the variables that they set, and the requests that they send.

/// The value of an expression, as far as it can be known without running anything.
enum PowerShellValue: Sendable, Hashable {
    case text(String)
    case table([CollectionField])
    case session(PowerShellSession)
    case unknown
}

/// What a web session adds to each request.
struct PowerShellSession: Sendable, Hashable {
    var userAgent: String?
    var cookies: [CollectionField] = []
}

/// Collects the requests of a text.
struct PowerShellScript {
    /// The names of the commands that send a request, in small letters.
    static let senders: Set<String> = ["invoke-webrequest", "invoke-restmethod", "iwr", "irm", "wget"]

    private(set) var collection = RequestCollection(format: "PowerShell")
    private let file: String
    private let tokens: [PowerShellToken]
    private let names: Set<String>
    private var variables: [String: PowerShellValue] = [:]

    init(_ lexer: PowerShellLexer, file: String) {
        self.file = file
        tokens = lexer.tokens
        names = lexer.variables
        for line in lexer.expressions {
            collection.report.addNote(
                .unsupported, ImportPlace(file: file, line: line), "the expression $(…) is not run", hint: "write its value")
        }
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

    private mutating func read(_ statement: ArraySlice<PowerShellToken>) {
        guard let first = statement.first else { return }
        if let place = statement.firstIndex(where: { $0.kind == .word && Self.senders.contains($0.text.lowercased()) }) {
            return send(statement[(place + 1)...].prefix { $0.kind != .pipe }, at: statement[place].line)
        }
        guard first.kind == .variable else { return }
        let parts = first.text.split(separator: ".").map(String.init)
        guard let name = parts.first else { return }
        if statement.dropFirst().first?.kind == .equals {
            let value = value(statement.dropFirst(2))
            guard parts.count == 2, parts[1].lowercased() == "useragent" else {
                if parts.count == 1 { variables[name] = value }
                return
            }
            change(name) { if case .text(let text) = value { $0.userAgent = text } }
        } else if parts.last?.lowercased() == "add" {
            let texts = statement.filter { $0.kind == .text || $0.kind == .word && !$0.text.contains("-") }.map {
                resolve($0.text)
            }
            if parts.count == 3, parts[1].lowercased() == "cookies" {
                // The class of the cookie comes before its name.
                let own = texts.drop { $0.lowercased().hasPrefix("system.net") }
                guard let cookie = own.first else { return }
                change(name) { $0.cookies.append(CollectionField(cookie, own.dropFirst().first ?? "")) }
            } else if parts.count == 2, texts.count >= 2 {
                var fields: [CollectionField] = []
                if case .table(let old)? = variables[name] { fields = old }
                variables[name] = .table(fields + [CollectionField(texts[0], texts[1])])
            }
        }
    }

    private mutating func change(_ name: String, _ body: (inout PowerShellSession) -> Void) {
        var session = PowerShellSession()
        if case .session(let old)? = variables[name] { session = old }
        body(&session)
        variables[name] = .session(session)
    }

    // MARK: Values

    /// The value that begins a slice.
    private func value(_ slice: ArraySlice<PowerShellToken>) -> PowerShellValue {
        guard let first = slice.first else { return .unknown }
        switch first.kind {
        case .text: return .text(resolve(first.text))
        case .word:
            // `New-Object` of a session or of a dictionary, which later statements fill.
            guard first.text.lowercased() == "new-object" else { return .text(first.text) }
            return slice.contains { $0.text.contains("WebRequestSession") } ? .session(PowerShellSession()) : .table([])
        case .variable: return variables[first.text] ?? .text("{{\(first.text)}}")
        case .openTable: return .table(table(slice.dropFirst().prefix(upToClose: .openTable, .closeTable)))
        case .open:
            // `([System.Text.Encoding]::UTF8.GetBytes("…"))` is the text in it.
            let inner = slice.dropFirst().prefix(upToClose: .open, .close)
            return inner.first { $0.kind == .text || $0.kind == .variable }.map { value([$0][...]) } ?? .unknown
        default: return .unknown
        }
    }

    /// `name = value` on each line, or with semicolons between.
    private func table(_ slice: ArraySlice<PowerShellToken>) -> [CollectionField] {
        var fields: [CollectionField] = []
        var rest = slice
        while let key = rest.first {
            guard key.kind == .word || key.kind == .text, rest.dropFirst().first?.kind == .equals else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(2)
            if case .text(let text) = value(rest) { fields.append(CollectionField(resolve(key.text), text)) }
            rest = rest.dropFirst(length(rest))
        }
        return fields
    }

    /// The number of tokens of the value that begins the slice.
    private func length(_ slice: ArraySlice<PowerShellToken>) -> Int {
        switch slice.first?.kind {
        case .open?: slice.dropFirst().prefix(upToClose: .open, .close).count + 2
        case .openTable?: slice.dropFirst().prefix(upToClose: .openTable, .closeTable).count + 2
        case nil: 0
        default: 1
        }
    }

    /// The text with the known variables in it.
    private func resolve(_ text: String) -> String {
        guard text.contains("{{") else { return text }
        var text = text
        for name in names {
            guard case .text(let value)? = variables[name] else { continue }
            text = text.replacing("{{\(name)}}", with: value)
        }
        return text
    }

    // MARK: Requests

    private mutating func send(_ slice: ArraySlice<PowerShellToken>, at line: Int) {
        var request = PowerShellRequest(place: ImportPlace(file: file, line: line))
        var rest = slice
        while let token = rest.first {
            guard token.kind == .word, token.text.hasPrefix("-") else {
                if request.address == nil, case .text(let text) = value(rest) { request.address = text }
                rest = rest.dropFirst(length(rest))
                continue
            }
            rest = rest.dropFirst()
            let parts = token.text.dropFirst().split(separator: ":", maxSplits: 1).map(String.init)
            guard let name = parts.first else { continue }
            if PowerShellRequest.isSwitch(name) {
                request.set(name, .text(parts.count > 1 ? parts[1] : "$true"))
            } else if parts.count > 1 {
                request.set(name, .text(parts[1]))
            } else {
                request.set(name, value(rest))
                rest = rest.dropFirst(length(rest))
            }
        }
        let (made, notes) = request.make()
        collection.report.notes += notes
        guard var made else { return }
        // Other names in braces are plain text.
        let open = names.filter { name in if case .text? = variables[name] { false } else { true } }
        made.literalNames = made.names.subtracting(open.union(bareNames(slice)))
        collection.items.append(.request(made))
    }

    /// The names of variables without a value that stand outside of quotes.
    private func bareNames(_ slice: ArraySlice<PowerShellToken>) -> Set<String> {
        Set(slice.filter { $0.kind == .variable && variables[$0.text] == nil }.map(\.text))
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
