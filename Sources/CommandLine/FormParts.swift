// The parts of `-F`, written as curl has them: name=value;type=text/csv, name=<file, name=@file;type=image/png;filename=a.png.

import ArgumentParser
import Catalog
import NetLayer
import Workspace

struct FormParts {
    private struct Written {
        var part: MultipartBody.Part
        /// What stood behind the equals sign, where it is a value and nothing is said of how it goes.
        var text: String?
        /// The media type was given.
        var hasType = false

        var isFile: Bool { part.fileName != nil }
        /// The content as text; `nil` where it is in a file that is read when it is sent.
        var content: String? {
            if case .bytes(let bytes) = part.content { String(decoding: bytes, as: UTF8.self) } else { nil }
        }
    }

    private let written: [Written]

    init(_ texts: [String]) throws { written = try texts.map(Self.part) }

    /// Puts the body in, as the form that the description has, or else in parts. A form without files goes as its media type says; files
    /// need parts. What the description knows is written as it says, as on the screen; all else as curl does.
    /// - Returns: what was given, to be held against the description.
    /// - Throws: the exit code, where a single value is given twice; it is said.
    func setBody(of plan: inout RequestPlan, _ body: BodyField) throws -> GivenMembers {
        let forms = body.sendable.filter { MediaField.FormKind($0.contentType) != nil }
        let preferred = body.sendable[body.preferred]
        let hasFiles = written.contains(where: \.isFile)
        let usual = MediaField.FormKind(preferred.contentType) == nil ? forms.first : preferred
        let media = hasFiles ? forms.first { MediaField.FormKind($0.contentType) == .multipart } : usual
        let members = media?.formMembers ?? []
        var names: [String] = []
        for part in written where !names.contains(part.part.name) { names.append(part.part.name) }
        let isForm = media.map { MediaField.FormKind($0.contentType) == .urlencoded } ?? false
        if isForm { plan.parameters.removeAll { $0.place == .form && names.contains($0.name) } }
        var parts: [MultipartBody.Part] = []
        for name in names {
            let given = written.filter { $0.part.name == name }
            let member = members.first { $0.field.name == name }
            if let member, given.count > 1, !member.field.takesList {
                throw Complaint.usage("'\(name)' is given twice", ["It takes one value (\(member.field.type)), not a list."])
            }
            if isForm {
                plan.parameters += Self.parameters(name, given, member)
            } else {
                parts += Self.parts(given, member)
            }
        }
        if !isForm { plan.body = MultipartBody(parts).requestBody }
        return GivenMembers(members, written.map { ($0.part.name, $0.isFile ? nil : $0.content) })
    }

    private static func parameters(_ name: String, _ given: [Written], _ member: FormMember?) -> [Parameter] {
        let texts = given.compactMap(\.content)
        guard let member else { return texts.map { Parameter(name, .plain($0), in: .form) } }
        return member.field.parameters(forAll: texts, in: .form, isSecret: member.isPassword)
    }

    private static func parts(_ given: [Written], _ member: FormMember?) -> [MultipartBody.Part] {
        guard let member else { return given.map(\.part) }
        let texts = given.compactMap(\.text)
        if texts.count == given.count {
            // Only what is a list and nothing else takes several in one text.
            let isOneText = texts.count == 1 || member.field.rules.isList && !member.isFile
            return (isOneText ? [member.field.text(ofAll: texts)] : texts).flatMap {
                member.field.parts(for: $0, isFile: member.isFile)
            }
        }
        return given.map { written in
            var part = written.part
            if !written.hasType, let type = member.field.partType { part.contentType = type }
            return part
        }
    }

    private static func part(_ text: String) throws -> Written {
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
        let isPlain = settings.isEmpty && !["@", "<"].contains(value.first)
        return Written(part: part, text: isPlain ? value : nil, hasType: settings["type"] != nil)
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
