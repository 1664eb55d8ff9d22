// The rules for paths, operations, responses and links.

import Document

extension Checker {
    mutating func checkPaths(_ visit: Visit) {
        var known: [String: String] = [:]
        for member in visit.node.entries where !member.key.hasPrefix("x-") {
            let path = member.key
            let (shape, problem) = PathShape.parse(path)
            if let problem {
                report(
                    .invalidPathTemplate, member.value, addStep(visit.way, path), "the path \(Wording.quoted(path)) \(problem)",
                    hint: "write each parameter as {name}")
            } else if let first = known[shape], first != path {
                report(
                    .duplicatePathTemplate, member.value, addStep(visit.way, path),
                    "the path \(Wording.quoted(path)) means the same as \(Wording.quoted(first))",
                    hint: "merge their operations")
            } else {
                known[shape] = path
            }
        }
    }

    mutating func checkOperation(_ visit: Visit) {
        checkParameterList(visit)
        let node = visit.node
        if let id = node["operationId"], let text = id.string, !text.isEmpty {
            operationIDs.append((text, id, addStep(visit.way, "operationId")))
        }
        if let responses = node["responses"] {
            if responses.kind == .object, !responses.entries.contains(where: { !$0.key.hasPrefix("x-") }) {
                reportNoResponses(responses, addStep(visit.way, "responses"))
            }
        } else if standard < .openAPI31 {
            reportNoResponses(node, visit.way)
        }
        if !declaredTags.isEmpty {
            for tag in node["tags"]?.elements.compactMap(\.string) ?? [] where !declaredTags.contains(tag) {
                report(
                    .undeclaredTag, node, addStep(visit.way, "tags"), "the tag \(Wording.quoted(tag)) is not declared",
                    hint: "add it to the description's tags")
            }
        }
        if standard == .swagger2 { checkTypes(visit) }
    }

    private mutating func reportNoResponses(_ node: JSONNode, _ way: Int) {
        report(
            .missingResponses, node, way, "the operation declares no response", hint: "declare at least the response of success")
    }

    /// `consumes` and `produces` of Swagger 2.0.
    mutating func checkTypes(_ visit: Visit) {
        for key in ["consumes", "produces"] {
            for type in visit.node[key]?.elements.compactMap(\.string) ?? [] where !MediaTypeName.isValid(type) {
                report(
                    .invalidMediaType, visit.node, addStep(visit.way, key), "\(Wording.quoted(type)) is not a media type",
                    hint: "write it like application/json")
            }
        }
    }

    mutating func checkResponses(_ visit: Visit) {
        for member in visit.node.entries where !member.key.hasPrefix("x-") {
            let key = member.key
            let text = Array(key.utf8)
            let isRange = text.count == 3 && (0x31...0x35).contains(text[0]) && text[1...] == [0x58, 0x58]
            let isStatus = text.count == 3 && (0x31...0x35).contains(text[0]) && text.allSatisfy { (0x30...0x39).contains($0) }
            guard key != "default", !isStatus, !(isRange && standard > .swagger2) else { continue }
            report(
                .invalidStatus, member.value, addStep(visit.way, key), "\(Wording.quoted(key)) is not a status of a response",
                hint: standard == .swagger2 ? "write a status or default" : "write a status, a range such as 4XX, or default")
        }
    }

    mutating func checkLink(_ visit: Visit) {
        let node = visit.node
        if let id = node["operationId"]?.string {
            linkedIDs.append((id, node, visit.way))
        } else if let reference = node["operationRef"]?.string {
            // The description that it names may be unavailable.
            guard reference.hasPrefix("#"), let failure = references.failure(of: reference, from: node) else { return }
            report(.unknownOperation, node, visit.way, failure.message, hint: failure.hint)
        } else {
            report(
                .unknownOperation, node, visit.way, "the link has neither 'operationId' nor 'operationRef'",
                hint: "name the target operation")
        }
    }

    /// Runs the checks that need the ids of all operations.
    mutating func checkOperationIDs() {
        var known: Set<String> = []
        for (id, node, way) in operationIDs.sorted(by: isEarlier) where !known.insert(id).inserted {
            report(
                .duplicateOperationID, node, way, "the operation id \(Wording.quoted(id)) is not the first of that name",
                hint: "give it an id of its own")
        }
        for (id, node, way) in linkedIDs where !known.contains(id) {
            report(
                .unknownOperation, node, way, "there is no operation with the id \(Wording.quoted(id))",
                hint: "check its spelling")
        }
    }

    private func isEarlier(
        _ a: (id: String, node: JSONNode, way: Int), _ b: (id: String, node: JSONNode, way: Int)
    ) -> Bool {
        let documents = references.documents
        return (documents.index(of: a.node), a.node.byteRange.lowerBound)
            < (documents.index(of: b.node), b.node.byteRange.lowerBound)
    }

    /// Checks names that have a fixed form: media types and components.
    mutating func checkName(
        _ name: String, of kind: ObjectKind, in owner: ObjectKind, _ key: String, _ value: JSONNode, _ way: Int
    ) {
        if key == "content", kind == .mediaType, !MediaTypeName.isValid(name) {
            report(
                .invalidMediaType, value, addStep(way, name), "\(Wording.quoted(name)) is not a media type",
                hint: "write it like application/json")
        }
        if owner == .components, !name.hasPrefix("x-"), !ComponentName.isValid(name) {
            report(
                .invalidComponentName, value, addStep(way, name),
                "the name \(Wording.quoted(name)) has characters that a component's name must not have",
                hint: "use letters, digits, '.', '_' and '-'")
        }
    }
}

/// The shape of a path, which must be unique in a description.
enum PathShape {
    /// The path with empty braces, and the fault of its braces as the end of a sentence.
    static func parse(_ path: String) -> (shape: String, problem: String?) {
        var shape = ""
        var names: Set<String> = []
        var name = ""
        var isInside = false
        for character in path {
            switch (character, isInside) {
            case ("{", false): isInside = true
            case ("{", true): return (path, "has a brace inside braces")
            case ("}", false): return (path, "closes a brace that was not opened")
            case ("}", true):
                guard !name.isEmpty else { return (path, "has empty braces") }
                guard names.insert(name).inserted else { return (path, "has the parameter \(Wording.quoted(name)) twice") }
                shape += "{}"
                (name, isInside) = ("", false)
            case (_, true): name.append(character)
            case (_, false): shape.append(character)
            }
        }
        return isInside ? (path, "opens a brace that is not closed") : (shape, nil)
    }
}

/// Names of media types and ranges of them (RFC 9110 §8.3.1).
enum MediaTypeName {
    static func isValid(_ text: String) -> Bool {
        let name = text.prefix { $0 != ";" }.split(separator: "/", omittingEmptySubsequences: false)
        return name.count == 2
            && name.allSatisfy { part in
                let part = part.utf8.reversed().drop { $0 == 0x20 }
                return !part.isEmpty && part.allSatisfy(isTokenByte)
            }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
            || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}

enum ComponentName {
    static func isValid(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) || "._-".utf8.contains($0)
            }
    }
}
