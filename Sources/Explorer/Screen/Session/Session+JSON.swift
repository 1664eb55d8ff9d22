// A session as JSON text. Only the program reads it: it ignores unknown parts.

import Catalog
import Document
import NetLayer

extension Session {
    /// Changes with the format; the program does not read other versions.
    private static let version = 1

    /// The text of a session file.
    public var json: [UInt8] {
        var members: [JSONValue.Member] = [
            .init("version", .integer(Self.version)), .init("top", .integer(top)), .init("folded", .strings(folded)),
            .init("pane", .integer(pane.rawValue)),
        ]
        let texts = [
            ("endpoint", endpoint), ("environment", environment), ("theme", theme), ("result", resultTab?.rawValue),
            ("result-kind", resultKind?.text),
        ]
        members += texts.compactMap { name, text in text.map { .init(name, .string($0)) } }
        let sizes = [("width-share", splits.width), ("height-share", splits.height)]
        members += sizes.compactMap { name, size in size.map { .init(name, .integer($0)) } }
        if let taskColumns { members.append(.init("task-columns", .strings(taskColumns.map(\.rawValue)))) }
        let options = settings.sorted { $0.key.rawValue < $1.key.rawValue }
        members.append(.init("settings", .object(options.map { .init($0.key.rawValue, .string($0.value)) })))
        let forms = forms.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value.json) }
        members.append(.init("forms", .object(forms)))
        // Texts and whole numbers can always be written.
        return (try? JSONValue.object(members).serialized()) ?? []
    }

    /// `nil` when the text is no session of this version.
    public init?(json: [UInt8]) {
        guard let root = try? JSONDocument(json).root, root["version"]?.int == Self.version else { return nil }
        endpoint = root["endpoint"]?.string
        environment = root["environment"]?.string
        theme = root["theme"]?.string
        resultTab = root["result"]?.string.flatMap(ResultTab.init)
        resultKind = root["result-kind"]?.string.flatMap(ResponseKind.init(text:))
        top = max(0, root["top"]?.int ?? 0)
        folded = root["folded"]?.elements.compactMap(\.string) ?? []
        pane = root["pane"]?.int.flatMap(Pane.init) ?? .endpoints
        splits = Splits(width: root["width-share"]?.int, height: root["height-share"]?.int)
        let columns = root["task-columns"]?.elements.compactMap { $0.string.flatMap(TaskColumn.init(rawValue:)) } ?? []
        taskColumns = columns.isEmpty || columns.contains(.mark) ? nil : columns
        for member in root["settings"].map({ Array($0.members) }) ?? [] {
            if let setting = Setting(rawValue: member.key) { settings[setting] = member.value.string }
        }
        for member in root["forms"].map({ Array($0.members) }) ?? [] { forms[member.key] = Form(member.value) }
    }
}

extension Session.Form {
    fileprivate var json: JSONValue {
        var members: [JSONValue.Member] = [.init("tab", .string(tab.rawValue))]
        if let contentType { members.append(.init("type", .string(contentType))) }
        if let choice { members.append(.init("choice", .string(choice))) }
        members.append(.init("texts", .array(texts.map(\.json))))
        return .object(members)
    }

    fileprivate init(_ node: JSONNode) {
        tab = node["tab"]?.string.flatMap(RequestTab.init) ?? .params
        contentType = node["type"]?.string
        choice = node["choice"]?.string
        texts = node["texts"]?.elements.compactMap(Text.init) ?? []
    }
}

extension Session.Form.Text {
    fileprivate var json: JSONValue {
        let place: [(String, JSONValue)] =
            switch place {
            case .parameter(let name, let place): [("of", "parameter"), ("name", .string(name)), ("in", .string(place.rawValue))]
            case .part(let name, let type, let number):
                [("of", "part"), ("name", .string(name)), ("type", .string(type)), ("number", .integer(number))]
            case .file(let type): [("of", "file"), ("type", .string(type))]
            case .saved(let name, let tab, let number):
                [("of", "saved"), ("name", .string(name)), ("tab", .string(tab.rawValue)), ("number", .integer(number))]
            case .option(let option): [("of", "option"), ("name", .string(option.rawValue))]
            case .own(.query): [("of", "query")]
            case .own(.header): [("of", "header")]
            case .body(let type, let choice, let isForeign):
                [("of", "body"), ("type", .string(type)), ("foreign", .bool(isForeign))]
                    + (choice.map { [("choice", .string($0))] } ?? [])
            }
        return .object(place.map { JSONValue.Member($0.0, $0.1) } + [.init("text", .string(text))])
    }

    fileprivate init?(_ node: JSONNode) {
        guard let text = node["text"]?.string, let place = Session.Form.Place(node) else { return nil }
        self.init(place: place, text: text)
    }
}

extension Session.Form.Place {
    fileprivate init?(_ node: JSONNode) {
        let (name, type) = (node["name"]?.string, node["type"]?.string)
        switch (node["of"]?.string, name, type) {
        case ("parameter", let name?, _):
            guard let place = node["in"]?.string.flatMap(ParameterPlace.init) else { return nil }
            self = .parameter(name, place)
        case ("part", let name?, let type?): self = .part(name, contentType: type, node["number"]?.int ?? 0)
        case ("file", _, let type?): self = .file(contentType: type)
        case ("saved", let name?, _):
            guard let tab = node["tab"]?.string.flatMap(RequestTab.init), let number = node["number"]?.int else { return nil }
            self = .saved(name, tab, number)
        case ("option", let name?, _):
            guard let option = SavedOption(rawValue: name) else { return nil }
            self = .option(option)
        case ("query", _, _): self = .own(.query)
        case ("header", _, _): self = .own(.header)
        case ("body", _, let type?):
            self = .body(contentType: type, choice: node["choice"]?.string, isForeign: node["foreign"]?.bool ?? true)
        default: return nil
        }
    }
}

extension JSONValue {
    fileprivate static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}
