// Lines before a request that do not belong to it: imports, GraphQL fragments, other protocols'
// files, curl, and unknown lines.

extension HTTPFileScanner {
    /// Reads a line that is not a comment, variable or request line.
    /// - Returns: the index of the next line.
    mutating func otherLine(_ index: Int) -> Int {
        let line = LineSyntax.trimmed(lines[index])
        let words = VariableText.words(line)
        switch words.first {
        case "import":
            addNote(.unsupported, index + 1, "another file is imported", hint: "import the folder, or that file too")
        case "run":
            addNote(.unsupported, index + 1, "requests are run from here", hint: "send them one by one")
        case "<":
            addNote(.unsupported, index + 1, "a script before the request is not run", hint: "set its variables by hand")
        case "client.global":
            addNote(.unsupported, index + 1, "a script is not run", hint: "set its variables by hand")
        case "proto":
            addNote(.unsupported, index + 1, "gRPC requests are not read", hint: "it has no effect")
            // Its options follow on the lines below.
            return (index + 1..<end).first { HTTPFileLine.header(lines[$0]) == nil } ?? end
        case "fragment":
            return readFragment(index, name: words.count > 1 ? words[1] : "")
        case "gql":
            addNote(.unsupported, index + 1, "GraphQL in another file is not read", hint: "copy it into this file")
        case "curl":
            return readCurlCommand(index)
        default:
            if LineSyntax.hasPrefix(line, "@") {
                addNote(.skipped, index + 1, "a variable without a name or a value", hint: "write `@name = value`")
                return index + 1
            }
            addNote(.skipped, index + 1, "no request line", hint: "write `GET https://…`, and `#` before comments")
            return (index + 1..<end).first { LineSyntax.isBlank(lines[$0]) || HTTPRequestLine(within: lines[$0]) != nil } ?? end
        }
        return index + 1
    }

    /// A GraphQL fragment, up to its closing brace.
    private mutating func readFragment(_ index: Int, name: String) -> Int {
        var depth = 0
        var next = index
        while next < end {
            for byte in lines[next].utf8 {
                if byte == UInt8(ascii: "{") { depth += 1 } else if byte == UInt8(ascii: "}") { depth -= 1 }
            }
            next += 1
            if depth <= 0, next > index + 1 || lines[index].utf8.contains(UInt8(ascii: "}")) { break }
        }
        fragments[name] = lines[index..<next].joined(separator: "\n")
        return next
    }

    /// A curl command, up to the line that ends it: outside quotes, without a backslash at its end, and
    /// without an option or indented line below it.
    mutating func readCurlCommand(_ index: Int) -> Int {
        begin(.curl, at: index)
        draft?.isCurl = true
        var quote: UInt8?
        var next = index
        while next < end {
            var line = lines[next]
            let goesOn = Self.goesOn(line, &quote)
            let below = next + 1 < end ? lines[next + 1] : ""
            let isContinued =
                !LineSyntax.isBlank(below) && (LineSyntax.hasPrefix(below, "-") || LineSyntax.indentation(below) > 0)
            // A shell requires a backslash there, but the editors that read these files do not.
            if quote == nil, !goesOn, isContinued { line += " \\" }
            draft?.body.append((next + 1, line))
            next += 1
            if quote == nil, !goesOn, !isContinued { break }
        }
        state = .after
        return next
    }

    /// Whether a backslash ends the line.
    /// - Parameter quote: the open quote, before and after the line.
    private static func goesOn(_ line: String, _ quote: inout UInt8?) -> Bool {
        var isEscaped = false
        for byte in line.utf8 {
            if isEscaped {
                isEscaped = false
            } else if byte == ShellByte.backslash, quote != ShellByte.apostrophe {
                isEscaped = true
            } else if let open = quote {
                if byte == open { quote = nil }
            } else if byte == ShellByte.apostrophe || byte == ShellByte.quote {
                quote = byte
            }
        }
        return isEscaped
    }
}
