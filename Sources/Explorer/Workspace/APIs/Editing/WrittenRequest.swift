// A saved request as options of explorer.yaml, in the order of docs/WORKSPACE.md.

import Catalog
import Document
import NetLayer

struct WrittenRequest {
    /// The options that a form changes. The others are for people, or concern the response.
    static let changed = ["endpoint", "method", "url", "parameters", "headers", "body", "auth", "policies"]

    let request: WorkspaceRequest
    /// The folder of the workspace, without a trailing slash.
    let folder: String

    /// The value of an option; `nil` to omit it.
    func value(_ option: String) throws(EditProblem) -> WrittenValue? {
        switch option {
        case "endpoint": if case .endpoint(let id) = request.target { return .text(id) }
        case "method": if case .address(let method, _) = request.target, method != .get { return .text(method.rawValue) }
        case "url": if case .address(_, let url) = request.target { return .loose(url.source) }
        case "parameters": return Self.makeMap(Self.grouped(request.parameters))
        case "headers": return Self.makeMap(request.headers.map { .init($0.name, .loose($0.text.source)) })
        case "body": return try body
        case "auth": return auth
        case "policies": return policies
        case "assert": return try WrittenAssertions(request.assertions).value
        case "capture": return WrittenAssertions.captures(request.captures)
        case _: break
        }
        return nil
    }

    /// All options.
    func makeValue() throws(EditProblem) -> WrittenValue {
        var members: [WrittenValue.Member] = []
        for option in RequestsReader.options {
            if let value = try value(option) { members.append(.init(option, value)) }
        }
        return .map(members)
    }

    private static func makeMap(_ members: [WrittenValue.Member]) -> WrittenValue? { members.isEmpty ? nil : .map(members) }

    private static func grouped(_ values: [WorkspaceRequest.Value]) -> [WrittenValue.Member] {
        grouped(values.map { ($0.name, .loose($0.text.source)) })
    }

    /// Values of one name share one list.
    private static func grouped(_ values: [(name: String, value: WrittenValue)]) -> [WrittenValue.Member] {
        SavedWork.grouped(values, \.name).reduce(into: []) { members, next in
            guard let last = members.last, last.key == next.name else { return members.append(.init(next.name, next.value)) }
            if case .list(let values) = last.value {
                members[members.count - 1].value = .list(values + [next.value])
            } else {
                members[members.count - 1].value = .list([last.value, next.value])
            }
        }
    }

    private var body: WrittenValue? {
        get throws(EditProblem) {
            switch request.body {
            case .none: return nil
            case .text(let text, nil): return .loose(text.source)
            case .text(let text, let type?): return .map([.init("text", .loose(text.source)), .init("type", .text(type))])
            case .json(let text): return .map([.init("json", try WrittenValue(json: text, "the body"))])
            case .form(let fields):
                return Self.makeMap(Self.grouped(fields)).map { .map([.init("form", $0)]) }
            case .multipart(let parts):
                let values = try parts.map { part throws(EditProblem) in (part.name, try value(of: part)) }
                return Self.makeMap(Self.grouped(values)).map { .map([.init("multipart", $0)]) }
            case .file(let path, let type):
                return .map([.init("file", .text(try place(of: path)))] + (type.map { [.init("type", .text($0))] } ?? []))
            }
        }
    }

    private func value(of part: WorkspaceRequest.Part) throws(EditProblem) -> WrittenValue {
        let type: [WrittenValue.Member] = part.type.map { [.init("type", .text($0))] } ?? []
        switch part.content {
        case .text(let text) where type.isEmpty: return .loose(text.source)
        case .text(let text): return .map([.init("text", .loose(text.source))] + type)
        case .file(let path): return .map([.init("file", .text(try place(of: path)))] + type)
        }
    }

    /// The path of a file, relative to the workspace's folder.
    private func place(of path: String) throws(EditProblem) -> String {
        guard path.hasPrefix(folder + "/") else {
            throw EditProblem("", "\(path) is not below the workspace's folder", "put the file there: a workspace is shared")
        }
        return String(path.dropFirst(folder.utf8.count + 1))
    }

    private var auth: WrittenValue? {
        func makePair(_ one: String, _ first: WrittenValue, _ other: String, _ second: WorkspaceText) -> WrittenValue {
            .map([.init(one, first), .init(other, .loose(second.source))])
        }
        return switch request.auth {
        case .inherited: nil
        case .none: .text("none")
        case .bearer(let text): .map([.init("bearer", .loose(text.source))])
        case .basic(let user, let password): .map([.init("basic", makePair("user", .loose(user.source), "password", password))])
        case .header(let name, let text): .map([.init("header", makePair("name", .text(name), "value", text))])
        case .query(let name, let text): .map([.init("query", makePair("name", .text(name), "value", text))])
        }
    }

    private var policies: WrittenValue? {
        var members: [WrittenValue.Member] = []
        if let timeout = request.timeout { members.append(.init("timeout", .text(SpanText.format(timeout)))) }
        if let retries = request.retries { members.append(.init("retries", .json("\(retries)"))) }
        if let follows = request.followsRedirects { members.append(.init("redirects", .json("\(follows)"))) }
        if let deadline = request.deadline { members.append(.init("deadline", .text(SpanText.format(deadline)))) }
        if let hedge = request.hedge { members.append(.init("hedge", .text(hedge.word))) }
        if let priority = request.priority { members.append(.init("priority", .text(priority.name))) }
        return Self.makeMap(members)
    }
}

extension WrittenValue {
    /// Parses a text that is JSON, with references inside its strings.
    /// - Parameter name: a description of the text, for the problem.
    init(json text: WorkspaceText, _ name: String) throws(EditProblem) {
        guard let document = try? JSONDocument(Array(text.source.utf8)) else {
            throw EditProblem("", "\(name) is not JSON", "correct it, and write references within strings: \"${name}\"")
        }
        self.init(document.root)
    }
}
