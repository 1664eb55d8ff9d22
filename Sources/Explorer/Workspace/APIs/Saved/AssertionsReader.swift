// Reads `assert:` and `capture:` of a saved request.

import Catalog
import Document
import NetLayer

struct AssertionsReader {
    static let options = ["status", "time", "contract", "headers", "json"]
    static let checks = ["equals", "contains", "matches", "exists", "count"]

    let folder: String

    func readAssertions(_ node: ConfigNode) -> [ResponseAssertion] {
        let options = node.options(Self.options)
        if options.isEmpty, node.node.kind == .object { node.complain("assert is empty", "write 'status: 200'") }
        var assertions: [ResponseAssertion] = []
        if let status = options["status"] {
            let ranges = status.elements.compactMap(HealthReader.readStatuses)
            if ranges.isEmpty, status.node.kind == .array, status.node.count == 0 {
                status.complain("status is empty", "write 200, 200-299 or 2xx")
            }
            assertions.append(ResponseAssertion(.status, .statuses(ranges), line: status.line))
        }
        if let time = options["time"], let limit = time.readDuration() {
            assertions.append(ResponseAssertion(.time, .atMost(limit), line: time.line))
        }
        if let contract = options["contract"], contract.readFlag() == true {
            assertions.append(ResponseAssertion(.contract, .asDescribed, line: contract.line))
        }
        for entry in options["headers"]?.entries("'content-type: application/json'") ?? [] {
            guard HTTPMethod(rawValue: entry.name).isValid else {
                entry.complain("'\(entry.name)' is not a header name", "write one, for example ETag")
                continue
            }
            assertions += checks(entry, .header(entry.name), isJSON: false)
        }
        for entry in options["json"]?.entries("'$.id: 5'") ?? [] {
            guard let path = JSONPath(reading: entry, entry.name) else { continue }
            assertions += checks(entry, .json(path), isJSON: true)
        }
        return assertions
    }

    /// A plain value must be equal; a mapping has other checks.
    private func checks(_ node: ConfigNode, _ subject: ResponseAssertion.Subject, isJSON: Bool) -> [ResponseAssertion] {
        guard node.node.kind == .object else {
            if !isJSON, node.node.kind == .array || node.node.kind == .null {
                node.complain("\(node.name) is not text", "write the header's expected value")
                return []
            }
            return value(node).map { [ResponseAssertion(subject, .equals($0), line: node.line)] } ?? []
        }
        let options = node.options(Self.checks)
        if options.isEmpty {
            node.complain("\(node.name) is empty", "write one of \(Self.checks.joined(separator: ", "))")
        }
        return Self.checks.compactMap { name in
            guard let option = options[name], let check = check(option, name) else { return nil }
            return ResponseAssertion(subject, check, line: option.line)
        }
    }

    private func check(_ node: ConfigNode, _ name: String) -> ResponseAssertion.Check? {
        switch name {
        case "equals": return value(node).map { .equals($0) }
        case "contains": return node.reference(in: folder).map { .contains($0) }
        case "matches":
            guard let source = node.readText() else { return nil }
            guard ResponseAssertion.isExpression(source) else {
                node.complain("'\(source)' is not a valid regular expression", "write one of ECMA-262, such as ^v[0-9]+")
                return nil
            }
            return .matches(source)
        case "exists": return node.readFlag().map { .exists($0) }
        case _: return node.readCount(0...1_000_000_000).map { .count($0) }
        }
    }

    private func value(_ node: ConfigNode) -> WorkspaceText? {
        node.reference(node.node.source.replacing("\n", with: ""), in: folder)
    }
}

enum CapturesReader {
    static let options = ["json", "header", "cookie", "secret"]

    static func readCaptures(_ node: ConfigNode) -> [ResponseCapture] {
        node.entries("'token: { json: $.token }'").compactMap { entry in
            guard WorkspaceText.isName(entry.name) else {
                entry.complain("'\(entry.name)' is not a variable name", "take letters, digits, _, - and ., the first a letter")
                return nil
            }
            let options = entry.options(options)
            let isSecret = options["secret"]?.readFlag() ?? false
            let places = options.filter { $0.key != "secret" }
            guard let (kind, value) = places.first, places.count == 1 else {
                if entry.node.kind == .object {
                    entry.complain("\(entry.name) must be captured from one of json, header and cookie", "write one of them")
                }
                return nil
            }
            guard let text = value.readText() else { return nil }
            switch kind {
            case "json":
                return JSONPath(reading: value, text).map { ResponseCapture(entry.name, .json($0), isSecret: isSecret) }
            case "header": return ResponseCapture(entry.name, .header(text), isSecret: isSecret)
            case _: return ResponseCapture(entry.name, .cookie(text), isSecret: isSecret)
            }
        }
    }
}

extension JSONPath {
    /// Reports a text that is not a JSONPath.
    fileprivate init?(reading node: ConfigNode, _ text: String) {
        do throws(JSONPathError) {
            try self.init(text)
        } catch {
            node.complain("'\(text)' is not a JSONPath: \(error)", "write one like $.items[0].id")
            return nil
        }
    }
}
