// The parts of an operation's responses besides the body (headers, examples, links), and its callbacks.

import Document

extension OperationDecoder {
    /// Headers of a response, as fields; references are followed.
    mutating func headers(_ node: JSONNode, pointer: String) -> [ParameterField] {
        node.entries.compactMap { member in
            // The media type already contains this information.
            guard member.key.lowercased() != "content-type" else { return nil }
            let place = JSONPointer.append(pointer, member.key)
            guard let target = object(member.value, pointer: place, what: "header") else { return nil }
            return field(target.node, pointer: target.pointer, name: member.key, place: .header, overriding: member.value)
        }
    }

    mutating func links(_ node: JSONNode, _ status: String, pointer: String) -> [OperationLink] {
        LinkReader(targets: targets, base: base).links(node, status: status, pointer: pointer, problems: &problems)
    }

    /// The named examples of a media type.
    func examples(_ media: JSONNode, isJSON: Bool) -> [MediaExample] {
        guard let examples = media["examples"], examples.kind == .object else { return [] }
        return examples.entries.compactMap { member in
            // An unresolved example is only one example fewer to show.
            guard let target = try? references.resolve(member.value, pointer: "").node, target.kind == .object else { return nil }
            return MediaExample(member.key, target, isJSON: isJSON)
        }
    }

    mutating func callbacks(_ node: JSONNode?, pointer: String) -> [CallbackField] {
        guard let node else { return [] }
        var fields: [CallbackField] = []
        for member in node.entries where !member.key.hasPrefix("x-") {
            let place = JSONPointer.append(pointer, member.key)
            guard let callback = object(member.value, pointer: place, what: "callback") else { continue }
            for address in callback.node.entries where !address.key.hasPrefix("x-") {
                guard let item = try? references.resolve(address.value, pointer: "").node else { continue }
                for operation in item.entries {
                    guard let method = DescriptionReader.method(operation), operation.value.kind == .object else { continue }
                    let summary = operation.value["summary"]?.string ?? operation.value["description"]?.string ?? ""
                    fields.append(
                        CallbackField(
                            name: member.key, method: method.rawValue, expression: address.key,
                            summary: Wording.firstParagraph(summary) ?? ""))
                }
            }
        }
        return fields
    }
}
