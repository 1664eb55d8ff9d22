// A draft's body from texts: parts of a form by name, or bytes. A form uses the members of a JSON object,
// because no form sends JSON itself.

import Catalog
import Document
import NetLayer

extension RequestDraft {
    /// A part of a form as the user wrote it.
    public struct Part: Sendable {
        public var part: MultipartBody.Part
        /// The text of a part that is a plain value, without options for its format.
        public var text: String?
        /// Whether the user gave the media type.
        public var hasType: Bool

        public init(_ part: MultipartBody.Part, text: String?, hasType: Bool) {
            (self.part, self.text, self.hasType) = (part, text, hasType)
        }

        fileprivate var isFile: Bool { part.fileName != nil }
        /// The content as text; `nil` where it is in a file, which is read when the request is sent.
        fileprivate var content: String? {
            if case .bytes(let bytes) = part.content { String(decoding: bytes, as: UTF8.self) } else { nil }
        }
    }

    /// Sets the body as a form of the description, or else as parts. A form without files is sent in its own
    /// media type; files require parts. Fields that the description knows are written in its styles, as on
    /// the screen; all others as curl writes them.
    public mutating func setForm(_ written: [Part], _ body: BodyField) throws(DraftProblem) {
        let forms = body.sendable.filter { MediaField.FormKind($0.contentType) != nil }
        let preferred = body.sendable[body.preferred]
        let hasFiles = written.contains(where: \.isFile)
        let usual = MediaField.FormKind(preferred.contentType) == nil ? forms.first : preferred
        let media = hasFiles ? forms.first { MediaField.FormKind($0.contentType) == .multipart } : usual
        let members = media?.formMembers ?? []
        var names: [String] = []
        for part in written where !names.contains(part.part.name) { names.append(part.part.name) }
        let isForm = media.map { MediaField.FormKind($0.contentType) == .urlencoded } ?? false
        var parts: [MultipartBody.Part] = []
        for name in names {
            let given = written.filter { $0.part.name == name }
            let member = members.first { $0.field.name == name }
            if let member, given.count > 1, !member.field.takesList { throw .givenTwice(name, type: member.field.type) }
            if isForm { values += Self.values(name, given, member) } else { parts += Self.parts(given, member) }
        }
        if !isForm { self.body = .parts(parts) }
        self.members = DraftMembers(members, written.map { ($0.part.name, $0.isFile ? nil : $0.content) })
    }

    private static func values(_ name: String, _ given: [Part], _ member: FormMember?) -> [Value] {
        let texts = given.compactMap(\.content)
        guard let member else { return texts.map { .parameter(Parameter(name, .plain($0), in: .form)) } }
        return [.field(member.field, texts, in: .form, isSecret: member.isPassword)]
    }

    private static func parts(_ given: [Part], _ member: FormMember?) -> [MultipartBody.Part] {
        guard let member else { return given.map(\.part) }
        let texts = given.compactMap(\.text)
        if texts.count == given.count {
            // Only a field that accepts nothing but a list takes several items in one text.
            let isOneText = texts.count == 1 || member.field.rules.isList && !member.isFile
            return (isOneText ? [member.field.makeText(ofAll: texts)] : texts).flatMap {
                member.field.parts(for: $0, isFile: member.isFile)
            }
        }
        return given.map { written in
            var part = written.part
            if !written.hasType, let type = member.field.partType { part.contentType = type }
            return part
        }
    }

    /// Sets the body to these bytes in the media type that the description prefers. A form uses the
    /// members of a JSON object.
    /// - Parameter isTyped: the user gave the media type; the bytes are sent unchanged.
    public mutating func setData(_ bytes: [UInt8], _ body: BodyField, isTyped: Bool) throws(DraftProblem) {
        let media = body.sendable[body.preferred]
        guard !isTyped, let kind = MediaField.FormKind(media.contentType) else {
            self.body = .bytes(bytes, type: media.contentType)
            return
        }
        let root = try? JSONDocument(bytes).root
        switch root?.kind {
        case .object: setMembers(root?.entries.map { ($0.key, $0.value) } ?? [], media, kind)
        case .array: throw .noForm(contentType: media.contentType, reason: "a JSON array has no names")
        case .string, .number, .true, .false, .null, nil:
            // The format of curl's -d: name=value&name=value.
            guard kind == .urlencoded else {
                throw .noForm(contentType: media.contentType, reason: "its parts are not one text")
            }
            self.body = .bytes(bytes, type: media.contentType)
        }
    }

    private mutating func setMembers(
        _ written: [(name: String, value: JSONNode)], _ media: MediaField, _ kind: MediaField.FormKind
    ) {
        let known = media.formMembers
        var parts: [MultipartBody.Part] = []
        var given: [(name: String, text: String?)] = []
        for (name, value) in written where value.kind != .null {
            let isComposed = value.kind == .array || value.kind == .object
            let text = isComposed ? value.source : value.displayText
            given.append((name, text))
            let member = known.first { $0.field.name == name }
            let field = member?.field ?? ParameterField(name: name, place: .query)
            switch kind {
            case .urlencoded: values.append(.field(field, [text], in: .form, isSecret: member?.isPassword == true))
            case .multipart: parts += field.parts(for: text, isFile: member?.isFile == true)
            }
        }
        if kind == .multipart { body = .parts(parts) }
        members = DraftMembers(known, given)
    }
}
