// The parts of `-F`, in curl's syntax: name=value;type=text/csv, name=<file,
// name=@file;type=image/png;filename=a.png.

import NetLayer
import Workbench
import Workspace

enum FormParts {
    /// - Throws: a ``Refusal`` for an invalid part, or for a file that cannot be read.
    static func parseParts(_ texts: [String]) throws(Refusal) -> [RequestDraft.Part] {
        var parts: [RequestDraft.Part] = []
        for text in texts { parts.append(try parsePart(text)) }
        return parts
    }

    private static func parsePart(_ text: String) throws(Refusal) -> RequestDraft.Part {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
            throw Refusal(
                usage: "a -F has no name", ["Write it as -F NAME=VALUE or -F NAME=@FILE."])
        }
        let (value, settings) = settings(of: String(text[text.index(after: equals)...]))
        var part: MultipartBody.Part
        let name = String(text[..<equals])
        do throws(ReadError) {
            switch value.first {
            case "@":
                let path = String(value.dropFirst())
                // Reports the error before anything is sent, not in the middle of the body.
                try FileReading.checkReadable(path)
                part = MultipartBody.Part(name: name, file: path)
            case "<":
                part = MultipartBody.Part(
                    name: name, content: .bytes(try FileReading.bytes(String(value.dropFirst()), .anything)))
            default: part = MultipartBody.Part(name: name, text: value)
            }
        } catch {
            throw Refusal(error)
        }
        if let type = settings["type"] { part.contentType = type }
        if let fileName = settings["filename"] { part.fileName = fileName }
        let isPlain = settings.isEmpty && !["@", "<"].contains(value.first)
        return RequestDraft.Part(part, text: isPlain ? value : nil, hasType: settings["type"] != nil)
    }

    /// A value or a path may contain semicolons: only known settings after one are cut off.
    private static func settings(of text: String) -> (value: String, settings: [String: String]) {
        var value = text
        var settings: [String: String] = [:]
        while let semicolon = value.lastIndex(of: ";") {
            let setting = value[value.index(after: semicolon)...]
            guard let key = ["type", "filename"].first(where: { setting.hasPrefix($0 + "=") }) else { break }
            settings[key] = String(setting.dropFirst(key.count + 1))
            value = String(value[..<semicolon])
        }
        return (value, settings)
    }
}
