// Reads the links of a response and finds the operations that they name.

import Document
import NetLayer

/// The operations of a description, as targets of links.
struct LinkTargets {
    let endpoints: [EndpointSummary]
    let places: [OperationPlace]
    let references: References

    func operation(_ id: String) -> Int? { endpoints.first { $0.id == id }?.index }

    /// - Parameter node: the object that contains the reference.
    func operation(at reference: String, from node: JSONNode) -> Int? {
        // Links come from the original text, never from a stand-in for a Swagger operation.
        guard let target = try? references.follow(reference, from: node),
            let found = try? references.resolve(target.node, pointer: target.pointer)
        else { return nil }
        return places.firstIndex { $0.operation.isSame(as: found.node) }
    }
}

struct LinkReader {
    let targets: LinkTargets
    let base: URI?

    /// The links of a response. A link without a target is included, and reported.
    func links(_ node: JSONNode, status: String, pointer: String, problems: inout [Problem]) -> [OperationLink] {
        node.entries.compactMap { member in
            let place = JSONPointer.append(pointer, member.key)
            guard !member.key.hasPrefix("x-") else { return nil }
            do throws(References.Failure) {
                let target = try targets.references.resolve(member.value, pointer: place)
                guard target.node.kind == .object else {
                    throw References.Failure(rule: .wrongType, message: "the link is not an object", hint: "it is skipped")
                }
                return readLink(member.key, target, status: status, problems: &problems)
            } catch {
                problems.append(Problem(place, member.value, error))
                return nil
            }
        }
    }

    private func readLink(
        _ name: String, _ found: References.Target, status: String, problems: inout [Problem]
    ) -> OperationLink {
        let node = found.node
        var target: Int?
        var targetName = ""
        if let id = node["operationId"]?.string {
            targetName = id
            target = targets.operation(id)
        } else if let reference = node["operationRef"]?.string {
            targetName = reference
            target = targets.operation(at: reference, from: node)
        }
        if target == nil {
            let what =
                targetName.isEmpty ? "names no operation" : "names \(Wording.quoted(targetName)), which is not an operation here"
            // The description that it names may be unavailable.
            let isForeign = node["operationId"] == nil && !targetName.isEmpty && !targetName.hasPrefix("#")
            problems.append(
                Problem(
                    found.pointer, node, isForeign ? .foreignOperation : .unknownOperation,
                    "the link \(Wording.quoted(name)) \(what)",
                    hint: "give it the operationId or the operationRef of one"))
        }
        let server = node["server"].flatMap { server -> Server? in
            var problems: [Problem] = []
            return ServerReader(base: base).server(server, pointer: found.pointer + "/server", problems: &problems)
        }
        return OperationLink(
            name: name, status: status, description: node["description"]?.string ?? "", target: target, targetName: targetName,
            parameters: node["parameters"].map { $0.entries.map(parameter) } ?? [],
            requestBody: node["requestBody"].map(LinkValue.init), server: server)
    }

    private func parameter(_ member: JSONMember) -> OperationLink.LinkParameter {
        var name = member.key
        var place: ParameterPlace?
        if let dot = name.firstIndex(of: "."), let known = ParameterPlace(rawValue: String(name[..<dot])) {
            place = known
            name = String(name[name.index(after: dot)...])
        }
        return .init(name: name, place: place, value: LinkValue(member.value), written: member.value.displayText)
    }
}
