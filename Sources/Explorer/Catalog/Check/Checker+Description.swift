// The rules for the objects around the paths: tags, servers, security.

import Document

extension Checker {
    mutating func checkDescription(_ visit: Visit) {
        if standard >= .openAPI31, !["paths", "webhooks", "components"].contains(where: { visit.node[$0] != nil }) {
            report(
                .missingKey, visit.node, visit.way, "the description has neither 'paths' nor 'webhooks' nor 'components'",
                hint: "\(standard.name) requires one of them")
        }
        var names: Set<String> = []
        for (index, tag) in (visit.node["tags"]?.elements.map { $0 } ?? []).enumerated() {
            guard let name = tag["name"]?.string else { continue }
            let way = addStep(addStep(visit.way, "tags"), String(index))
            if !names.insert(name).inserted {
                report(
                    .duplicateTag, tag, way, "the tag \(Wording.quoted(name)) occurs more than once", hint: "keep one of them")
            }
            if let parent = tag["parent"]?.string, !declaredTags.contains(parent) {
                report(
                    .unknownTagParent, tag, way,
                    "the tag \(Wording.quoted(name)) has the parent \(Wording.quoted(parent)), which is not declared",
                    hint: "declare it, or check its spelling")
            }
        }
        if standard == .swagger2 { checkTypes(visit) }
    }

    mutating func checkServer(_ visit: Visit) {
        guard let url = visit.node["url"]?.string, let variables = visit.node["variables"] else { return }
        let way = addStep(visit.way, "variables")
        for member in variables.entries {
            let (name, variable) = (member.key, member.value)
            if !url.contains("{\(name)}") {
                report(
                    .unusedServerVariable, variable, addStep(way, name),
                    "the server's URL has no variable \(Wording.quoted(name))", hint: "remove it")
            }
            guard let value = variable["default"]?.displayText, let choices = variable["enum"],
                !choices.elements.contains(where: { $0.displayText == value })
            else { continue }
            report(
                .serverVariableDefault, variable, addStep(way, name),
                "the default \(Wording.quoted(value)) is not one of the variable's values", hint: "add it to enum")
        }
    }

    mutating func checkRequirement(_ visit: Visit) {
        for member in visit.node.entries {
            let id = member.key
            usedSchemes.insert(id)
            let known = schemeFaults[id]
            let fault =
                known ?? SecurityReader(references: references, root: description.document.root).fault(of: id)
            schemeFaults[id] = .some(fault)
            if let fault { report(fault.rule, visit.node, visit.way, fault.message, hint: fault.hint) }
        }
    }

    mutating func checkScheme(_ visit: Visit) {
        let node = visit.node
        guard let type = node["type"]?.string else { return }
        let needed: [String]
        switch (type, standard) {
        case ("apiKey", _): needed = ["name", "in"]
        case ("oauth2", .swagger2): needed = ["flow", "scopes"]
        case ("oauth2", _): needed = ["flows"]
        case ("basic", .swagger2): needed = []
        case ("http", let standard) where standard > .swagger2: needed = ["scheme"]
        case ("openIdConnect", let standard) where standard > .swagger2: needed = ["openIdConnectUrl"]
        case ("mutualTLS", let standard) where standard >= .openAPI31: needed = []
        default:
            report(
                .unusableSecurityScheme, node, visit.way,
                "the security scheme is of the type \(Wording.quoted(type)), which \(standard.name) does not know",
                hint: type == "basic" ? "write type http, scheme basic" : "check its spelling")
            return
        }
        for key in needed where node[key] == nil {
            report(
                .unusableSecurityScheme, node, visit.way, "the security scheme has no '\(key)'",
                hint: "one of the type \(type) needs it")
        }
    }
}
