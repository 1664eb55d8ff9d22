// Command lines of curl, pasted or in a script: each is one request or several.

import Document

/// Reads command lines of curl.
public enum CurlReader {
    /// Reads all curl commands of a text: commands for bash, cmd.exe or PowerShell, examples in documentation, a
    /// shell script.
    ///
    /// Shell variables become `{{NAME}}`. Values that the text assigns to them
    /// become the collection's variables.
    /// - Throws: ``ImportError`` if there is no curl command.
    public static func readCollection(_ bytes: [UInt8], file: String) throws(ImportError) -> RequestCollection {
        guard !TextDecoding.looksBinary(bytes) else {
            throw ImportError(ImportPlace(file: file), "it is not text", hint: "curl command lines are text")
        }
        let source = withUnixLines(bytes)
        let text =
            if WindowsCommandReader.recognises(source) {
                WindowsCommandReader.readCommands(source)
            } else if PowerShellCommandReader.recognises(source) {
                PowerShellCommandReader.readCommands(source)
            } else {
                ShellReader.readCommands(source, file: file)
            }
        var reader = CurlScript(file: file)
        reader.readScript(text)
        guard reader.commands > 0 else {
            throw ImportError(
                ImportPlace(file: file), "it has no curl command", hint: "paste a line that begins with curl")
        }
        if reader.collection.items.isEmpty, let problem = reader.typographyProblem { throw problem }
        return reader.collection
    }

    /// Whether the text begins with a curl command: for pasted text and files whose
    /// names do not tell their format.
    public static func recognises(_ bytes: [UInt8]) -> Bool {
        nonEmptyRows(bytes.prefix(4096)).first { !isComment($0) }.map { arguments($0) != nil } ?? false
    }

    /// Whether a curl command begins on any line, as in a script that runs other commands first. The caller
    /// checks all other formats before.
    static func isScript(_ bytes: [UInt8]) -> Bool {
        guard !TextDecoding.looksBinary(bytes) else { return false }
        let rows = nonEmptyRows(bytes.prefix(1 << 18))
        // Broken YAML, HTML pages and Markdown can contain curl lines without being scripts.
        guard let first = rows.first(where: { !isComment($0) }), !isOtherFormat(first),
            !rows.contains(where: { $0.starts(with: "```".utf8) })
        else { return false }
        return rows.contains { row in
            guard let arguments = arguments(row) else { return false }
            // Prose about curl continues with a word: `curl is a program`.
            guard let next = arguments.first, !next.isQuoted else { return true }
            return !next.bytes.allSatisfy(ShellByte.isLetter) || next.text == "localhost"
        }
    }

    private static func nonEmptyRows(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        Array(TextDecoding.string(bytes).utf8).split { $0 == ShellByte.newline || $0 == ShellByte.carriageReturn }.map { row in
            Array(row.drop(while: ShellByte.isBlank))
        }.filter { !$0.isEmpty }
    }

    private static func isComment(_ row: [UInt8]) -> Bool { row.first == ShellByte.hash }

    /// Whether the row begins like YAML or HTML.
    private static func isOtherFormat(_ row: [UInt8]) -> Bool {
        let word = row.prefix { !ShellByte.isBlank($0) }
        return word.first == ShellByte.less || word.elementsEqual("---".utf8)
            || (word.count > 1 && word.last == UInt8(ascii: ":"))
    }

    /// The words after `curl`, if the line begins with it.
    private static func arguments(_ row: [UInt8]) -> ArraySlice<ParsedShellWord>? {
        let arguments = ShellReader.readCommands(row, file: "").commands.first.flatMap(CurlScript.arguments)
        guard arguments == nil, WindowsCommandReader.namesPath(row[...]) else { return arguments }
        return WindowsCommandReader.readCommands(row).commands.first.flatMap(CurlScript.arguments)
    }

    /// Converts to UTF-8, and CR LF to LF.
    private static func withUnixLines(_ bytes: [UInt8]) -> [UInt8] {
        var source = bytes
        if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) || bytes.starts(with: [0xef, 0xbb, 0xbf]) {
            source = Array(TextDecoding.string(bytes[...]).utf8)
        }
        guard source.contains(ShellByte.carriageReturn) else { return source }
        var output: [UInt8] = []
        output.reserveCapacity(source.count)
        for (index, byte) in source.enumerated() {
            let isPair = byte == ShellByte.carriageReturn && index + 1 < source.count && source[index + 1] == ShellByte.newline
            if !isPair { output.append(byte) }
        }
        return output
    }
}
