// The body of a request of a workspace in its form, and the way back from the form to a saved body.

import Canvas
import Catalog
import Document
import NetLayer
import Workbench

extension RequestForm {
    // MARK: From the saved request

    mutating func begin(with body: WorkspaceRequest.Body) {
        guard let field = operation.body, let form = self.body else { return }
        func place(_ type: String?) -> Int {
            guard let index = type.flatMap(field.media(like:)), form.media.indices.contains(index) else { return form.selected }
            return index
        }
        switch body {
        case .none: self.body?.begin(with: "", media: form.selected, isForeign: true)
        case .text(let text, let type): self.body?.begin(with: text.source, media: place(type), isForeign: true)
        case .json(let text):
            self.body?.begin(with: JSONPretty.format(text.source), media: place("application/json"), isForeign: true)
        case .form(let values):
            let parts = values.map { WorkspaceRequest.Part($0.name, .text($0.text)) }
            begin(with: parts, media: place("application/x-www-form-urlencoded"), .urlencoded)
        case .multipart(let parts): begin(with: parts, media: place("multipart/form-data"), .multipart)
        // The user has trusted the workspace to send the file.
        case .file(let path, let type):
            let media = place(type)
            self.body?.begin(with: "@" + path, media: media, isForeign: false)
            if let index = fields.firstIndex(where: { $0.role == .file(media: media) }) { fill(index, with: "@" + path) }
        }
    }

    /// Makes a field for each part, in their order, followed by the other fields of the description. A value
    /// that a saved request omits is optional.
    private mutating func begin(with parts: [WorkspaceRequest.Part], media: Int, _ style: BodyStyle) {
        body?.useFields(style, media: media)
        var described = fields.filter { $0.role.media == media }
        fields.removeAll { $0.role.media == media }
        for part in parts {
            if let known = described.firstIndex(where: { $0.name == part.name }) {
                fields.append(described.remove(at: known))
            } else {
                let field = ParameterField(name: part.name, place: .query)
                fields.append(FormField(field, role: .part(field, media: media, isFile: false), isPassword: false))
            }
            fields[fields.count - 1].become(part)
            switch part.content {
            case .file(let path): fill(fields.count - 1, with: "@" + path)
            case .text(let text): fill(fields.count - 1, with: text.source)
            }
        }
        for var field in described {
            field.input = TextField("")
            field.isRequired = false
            fields.append(field)
        }
    }

    // MARK: And back

    private func areUntouched(media: Int) -> Bool {
        initialTexts.indices.allSatisfy { fields[$0].role.media != media || fields[$0].input.text == initialTexts[$0] }
    }

    var savedBody: WorkspaceRequest.Body {
        get throws(FormProblem) {
            guard let body else { return .none }
            let place = FormPlace(tab: .body, row: .bodyText)
            switch body.style {
            case .text:
                if let given, case .file = given.body, body.isAsSaved { return given.body }
                if let path = body.filePath { return .file(absolute(path), type: body.contentType) }
                guard !body.area.isEmpty else { return .none }
                if let given, body.isAsSaved { return given.body }
                return try typedBody(body, place)
            case .urlencoded:
                if let given, case .form = given.body, areUntouched(media: body.selected) { return given.body }
                let values = try savedParts.compactMap { part in
                    if case .text(let text) = part.content { WorkspaceRequest.Value(part.name, text) } else { nil }
                }
                return values.isEmpty ? .none : .form(values)
            case .multipart:
                if let given, case .multipart = given.body, areUntouched(media: body.selected) { return given.body }
                let parts = try savedParts
                return parts.isEmpty ? .none : .multipart(parts)
            case .file:
                if let given, case .file = given.body, areUntouched(media: body.selected) { return given.body }
                let row = fields.firstIndex { $0.role == .file(media: body.selected) && !$0.isEmpty }
                guard let index = row else { return .none }
                if let path = fields[index].filePath { return .file(absolute(path), type: body.contentType) }
                return .text(try text(of: index, FormPlace(tab: .body, row: .field(index))), type: body.contentType)
            }
        }
    }

    /// The contents of the fields of a body.
    private var savedParts: [WorkspaceRequest.Part] {
        get throws(FormProblem) {
            var parts: [WorkspaceRequest.Part] = []
            for row in rows(of: .body) {
                guard case .field(let index) = row, !fields[index].isEmpty else { continue }
                parts += try savedParts(of: index, FormPlace(tab: .body, row: row))
            }
            return parts
        }
    }

    /// The parts as they are sent: a list becomes several parts.
    private func savedParts(of index: Int, _ place: FormPlace) throws(FormProblem) -> [WorkspaceRequest.Part] {
        let field = fields[index]
        guard case .part(let parameter, _, let isFile) = field.role else { return [] }
        let isMultipart = body?.style == .multipart
        if isMultipart, let path = field.filePath {
            let type = parameter.partType == WorkspaceRequest.Part.usualFileType ? nil : parameter.partType
            return [.init(parameter.name, .file(absolute(path)), type: type)]
        }
        if isMultipart, isFile {
            throw place.problem("a text in place of a file is not saved: save it in a file, and write @ and its path here")
        }
        var parts: [WorkspaceRequest.Part] = []
        for value in values(of: field, parameter, isMultipart) {
            let text = try text(value.text, isHidden: field.isSecret, place)
            parts.append(.init(value.name, .text(text), type: parameter.partType))
        }
        return parts
    }

    /// The values that are sent for the text of a field, before they are escaped.
    private func values(
        of field: FormField, _ parameter: ParameterField, _ isMultipart: Bool
    ) -> [(name: String, text: String)] {
        let text = field.input.text
        // A comma in a reference separates no items.
        let isOne =
            field.hasReferences && text.split(separator: "${").dropFirst().contains { $0.prefix { $0 != "}" }.contains(",") }
        if isOne { return [(parameter.name, text)] }
        if isMultipart { return parameter.partTexts(of: text).map { (parameter.name, $0) } }
        return parameter.parameters(for: text, in: .form).map { value in
            let plain: (String) -> String = { value.isEncoded ? PercentCoding.decode($0) : $0 }
            return (plain(value.name), plain(value.value.revealed))
        }
    }

    /// A text with references is not JSON until they are expanded; it is stored as a text of its media type.
    private func typedBody(_ body: BodyForm, _ place: FormPlace) throws(FormProblem) -> WorkspaceRequest.Body {
        guard body.isJSON, let json = try? JSONDocument(Array(body.area.text.utf8)) else {
            return .text(try text(body.area.text, isHidden: false, place), type: body.contentType)
        }
        return .json(try text(json.root.source.replacing("\n", with: ""), isHidden: false, place))
    }
}

extension FormField {
    /// Takes the shape of the saved part, one text or one file, in place of the described one.
    fileprivate mutating func become(_ part: WorkspaceRequest.Part) {
        guard case .part(var parameter, let media, _) = role else { return }
        parameter.contentType = part.type ?? (part.isFile ? WorkspaceRequest.Part.usualFileType : nil)
        if parameter.rules.kinds.contains(where: { $0 == .array || $0 == .object }) { parameter.rules = ValueRules() }
        (parameter.style, parameter.explode, parameter.allowsReserved) = (nil, nil, false)
        self = FormField(parameter, role: .part(parameter, media: media, isFile: part.isFile), isPassword: isPassword)
    }
}
