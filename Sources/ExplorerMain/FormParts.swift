// The parts of `-F`, written as curl has them: name=value;type=text/csv, name=<file, name=@file;type=image/png;filename=a.png.

import ArgumentParser
import Explorer
import NetLayer
import Workspace

struct FormParts {
    private let parts: [MultipartBody.Part]

    init(_ texts: [String]) throws { parts = try texts.map(Self.part) }

    /// A form without files goes as its media type says; everything else is multipart.
    func setBody(of plan: inout RequestPlan, contentType: String) {
        let texts = parts.compactMap { part -> Parameter? in
            guard case .bytes(let bytes) = part.content else { return nil }
            return Parameter(part.name, .plain(String(decoding: bytes, as: UTF8.self)), in: .form)
        }
        if contentType.hasPrefix("application/x-www-form-urlencoded"), texts.count == parts.count {
            plan.parameters.removeAll { old in old.place == .form && texts.contains { $0.name == old.name } }
            plan.parameters += texts
        } else {
            plan.body = .multipart(MultipartBody(parts))
        }
    }

    private static func part(_ text: String) throws -> MultipartBody.Part {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
            throw Complaint.usage("a -F is neither NAME=VALUE nor NAME=@FILE", ["It has no name before an equals sign."])
        }
        let (value, settings) = settings(of: String(text[text.index(after: equals)...]))
        var part: MultipartBody.Part
        let name = String(text[..<equals])
        do throws(ReadError) {
            switch value.first {
            case "@":
                let path = String(value.dropFirst())
                // Said before anything is sent, not in the middle of the body.
                try FileReading.checkReadable(path)
                part = MultipartBody.Part(name: name, file: path)
            case "<":
                part = MultipartBody.Part(
                    name: name, content: .bytes(try FileReading.bytes(String(value.dropFirst()), .anything)))
            default: part = MultipartBody.Part(name: name, text: value)
            }
        } catch {
            throw Complaint.unreadable(error)
        }
        if let type = settings["type"] { part.contentType = type }
        if let fileName = settings["filename"] { part.fileName = fileName }
        return part
    }

    /// A value or a path may hold semicolons: only what is known behind one is cut off.
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
