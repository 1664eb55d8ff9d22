// Commands of PowerShell that send requests: Invoke-WebRequest and Invoke-RestMethod, as browsers and Postman
// copy them, with the variables that they set before.

import Document

/// Reads commands of PowerShell.
public enum PowerShellReader {
    /// Whether a command of the text sends a request.
    public static func recognises(_ bytes: [UInt8]) -> Bool {
        guard !TextDecoding.looksBinary(bytes) else { return false }
        let rows = TextDecoding.string(bytes.prefix(1 << 18)).split(whereSeparator: \.isNewline)
        guard let first = rows.lazy.map({ $0.drop(while: \.isWhitespace) }).first(where: { !$0.isEmpty }) else { return false }
        if isSender(first) { return true }
        // Variables come before the command: `$session = New-Object …`.
        return first.hasPrefix("$") && first.contains("=")
            && rows.contains { row in
                let words = row.split(whereSeparator: { $0 == " " || $0 == "=" || $0 == "(" }).map(String.init)
                return words.contains { PowerShellScript.senders.contains($0.lowercased()) }
            }
    }

    /// Reads all commands that send requests.
    /// - Throws: ``ImportError`` if there is none.
    public static func readCollection(_ bytes: [UInt8], file: String) throws(ImportError) -> RequestCollection {
        let text = TextDecoding.string(bytes).replacing("\r\n", with: "\n")
        var script = PowerShellScript(PowerShellLexer.read(Array(text.utf8)), file: file)
        script.read()
        guard !script.collection.items.isEmpty else {
            if let note = script.collection.report.notes.first { throw ImportError(note.place, note.message, hint: note.hint) }
            throw ImportError(
                ImportPlace(file: file), "no command sends a request",
                hint: "paste a command that begins with Invoke-WebRequest or Invoke-RestMethod, with its -Uri")
        }
        return script.collection
    }

    private static func isSender(_ row: Substring) -> Bool {
        let word = row.prefix { !$0.isWhitespace }.lowercased()
        return PowerShellScript.senders.contains(word)
    }
}
