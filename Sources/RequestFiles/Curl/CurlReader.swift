// Command lines of curl, pasted or in a script: each is one request or several.

import Document

/// Reads command lines of curl.
public enum CurlReader {
    /// Reads all curl commands of a text: what browsers copy for bash or cmd.exe, what stands in documentation, a shell script.
    ///
    /// A shell's variables become `{{NAME}}`; what the text itself assigns to them are the collection's variables.
    /// - Throws: ``ImportError`` where there is no curl command.
    public static func read(_ bytes: [UInt8], file: String) throws(ImportError) -> RequestCollection {
        guard !TextDecoding.looksBinary(bytes) else {
            throw ImportError(ImportPlace(file: file), "it is no text", hint: "curl command lines are text")
        }
        let source = withUnixLines(bytes)
        let text =
            WindowsCommandReader.recognises(source) ? WindowsCommandReader.read(source) : ShellReader.read(source, file: file)
        var reader = CurlScript(file: file)
        reader.read(text)
        guard reader.commands > 0 else {
            throw ImportError(
                ImportPlace(file: file), "it holds no curl command", hint: "paste a line that begins with curl")
        }
        return reader.collection
    }

    /// Whether the text begins like a curl command line: for pasted text and files without a telling name.
    public static func recognises(_ bytes: [UInt8]) -> Bool {
        let start = TextDecoding.string(bytes.prefix(4096))
        for row in start.split(whereSeparator: \.isNewline) {
            let words = row.split { $0 == " " || $0 == "\t" }
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            return words.prefix(3).contains { $0 == "curl" || $0 == "curl.exe" || $0.hasSuffix("/curl") }
        }
        return false
    }

    /// In UTF-8, with LF for CR LF.
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
