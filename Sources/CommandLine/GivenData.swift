// The body of `-d`. Bytes go as they are, of the media type that the description prefers; a form takes the members of a JSON object as -F
// does, because JSON is never what a form is.

import ArgumentParser
import Catalog
import Document
import NetLayer

struct GivenData {
    let bytes: [UInt8]

    /// - Parameter isTyped: the user has given a media type, and knows what the bytes are.
    /// - Returns: what was given for the members of a form, to be held against the description; `nil` for another body.
    /// - Throws: the exit code of what is no body of that kind; it is said.
    func setBody(of plan: inout RequestPlan, _ body: BodyField, isTyped: Bool) throws -> GivenMembers? {
        let media = body.sendable[body.preferred]
        guard !isTyped, let kind = MediaField.FormKind(media.contentType) else {
            plan.body = .bytes(bytes, contentType: media.contentType)
            return nil
        }
        let root = try? JSONDocument(bytes).root
        switch root?.kind {
        case .object: return fill(&plan, media, kind, root?.entries.map { ($0.key, $0.value) } ?? [])
        case .array: throw Self.noForm(media, "a JSON array has no names")
        case .string, .number, .true, .false, .null, nil:
            // As curl's -d has it: name=value&name=value.
            guard kind == .urlencoded else { throw Self.noForm(media, "its parts are not one text") }
            plan.body = .bytes(bytes, contentType: media.contentType)
            return nil
        }
    }

    private func fill(
        _ plan: inout RequestPlan, _ media: MediaField, _ kind: MediaField.FormKind, _ members: [(name: String, value: JSONNode)]
    ) -> GivenMembers {
        let known = media.formMembers
        var parts: [MultipartBody.Part] = []
        var given: [(name: String, text: String?)] = []
        for (name, value) in members where value.kind != .null {
            let isComposed = value.kind == .array || value.kind == .object
            let text = isComposed ? value.source : value.displayText
            given.append((name, text))
            let member = known.first { $0.field.name == name }
            let field = member?.field ?? ParameterField(name: name, place: .query)
            switch kind {
            case .urlencoded:
                plan.parameters += field.parameters(for: text, in: .form, isSecret: member?.isPassword == true)
            case .multipart: parts += field.parts(for: text, isFile: member?.isFile == true)
            }
        }
        if kind == .multipart { plan.body = MultipartBody(parts).requestBody }
        return GivenMembers(known, given)
    }

    private static func noForm(_ media: MediaField, _ reason: String) -> ExitCode {
        Complaint.usage(
            "the body of -d is not a form: \(reason)",
            ["The endpoint takes \(media.contentType): -F NAME=VALUE for each part, or -d with a JSON object of them."])
    }
}
