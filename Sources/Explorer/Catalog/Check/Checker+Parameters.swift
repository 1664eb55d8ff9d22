// The rules for parameters, headers and media types.

import Document
import NetLayer

extension Checker {
    /// Reports two parameters of one list with the same name and place. A path and its operation
    /// may share one.
    mutating func checkParameterList(_ visit: Visit) {
        guard let list = visit.node["parameters"], list.kind == .array, list.count > 1 else { return }
        var known: Set<[String]> = []
        for (index, element) in list.elements.enumerated() {
            guard let node = try? references.resolve(element, pointer: "").node, let name = node["name"]?.string,
                let place = node["in"]?.string, !known.insert([place, name]).inserted
            else { continue }
            report(
                .duplicateParameter, element, addStep(addStep(visit.way, "parameters"), String(index)),
                "the \(Wording.folded(place)) parameter \(Wording.quoted(name)) occurs twice in this list",
                hint: "keep one of them")
        }
    }

    mutating func checkParameter(_ visit: Visit) {
        let node = visit.node
        guard let name = node["name"]?.string, let place = node["in"]?.string else { return }
        if place == "path", node["required"]?.bool != true {
            report(
                .optionalPathParameter, node, visit.way,
                "the path parameter \(Wording.quoted(name)) does not say that it is required",
                hint: "add required: true")
        }
        if standard == .swagger2 {
            if place == "body" {
                if node["schema"] == nil { reportNoSchema(name, visit, "schema") }
            } else if node["type"] == nil {
                reportNoSchema(name, visit, "type")
            }
            checkSchema(visit)
        } else if node["schema"] == nil, node["content"] == nil {
            reportNoSchema(name, visit, "schema' or 'content")
        }
        checkStyle(visit)
        if let schema = node["schema"], standard > .swagger2 { checkExamples(of: node, schema, visit.way) }
    }

    private mutating func reportNoSchema(_ name: String, _ visit: Visit, _ key: String) {
        report(
            .missingKey, visit.node, visit.way, "the parameter \(Wording.quoted(name)) has no '\(key)'",
            hint: "declare its value")
    }

    mutating func checkStyle(_ visit: Visit) {
        let node = visit.node
        let place =
            switch visit.kind {
            case .header: "header"
            case .encoding: "query"
            default: node["in"]?.string ?? ""
            }
        let key = standard == .swagger2 ? "collectionFormat" : "style"
        guard let style = node[key]?.displayText, let allowed = styles(of: place), !allowed.contains(style) else { return }
        report(
            .invalidStyle, node, addStep(visit.way, key), "the \(key) \(Wording.quoted(style)) is not one for a \(place)",
            hint: "there are \(allowed.joined(separator: ", "))")
    }

    private func styles(of place: String) -> [String]? {
        if standard == .swagger2 {
            return ["csv", "ssv", "tsv", "pipes"] + (place == "query" || place == "formData" ? ["multi"] : [])
        }
        switch place {
        case "path": return ["simple", "label", "matrix"]
        case "query": return ["form", "spaceDelimited", "pipeDelimited", "deepObject"]
        case "header": return ["simple"]
        case "cookie": return standard >= .openAPI32 ? ["form", "cookie"] : ["form"]
        default: return nil
        }
    }

    /// Checks examples of JSON bodies. Examples of other types are text in a form that schemas
    /// do not describe.
    mutating func checkMedia(_ visit: Visit) {
        guard let schema = visit.node["schema"], isJSON(visit.way) else { return }
        checkExamples(of: visit.node, schema, visit.way)
    }

    /// The last step of the path is the media type, wherever the content is.
    private func isJSON(_ way: Int) -> Bool { MediaType.isJSON(lastToken(way)) }

    mutating func checkExamples(of owner: JSONNode, _ schema: JSONNode, _ way: Int) {
        if let example = owner["example"] { checkValue(example, schema, addStep(way, "example"), .invalidExample, "example") }
        guard let examples = owner["examples"], examples.kind == .object else { return }
        for member in examples.entries {
            guard let target = try? references.resolve(member.value, pointer: ""),
                let value = target.node["value"] ?? target.node["dataValue"]
            else { continue }
            checkValue(
                value, schema, addStep(addStep(way, "examples"), member.key), .invalidExample,
                "example \(Wording.quoted(member.key))")
        }
    }
}
