// Reads texts of explorer.yaml that may refer to secrets. The secrets themselves are outside the file.

import Catalog
import NetLayer

struct SecretText {
    let externalValues: ExternalValues

    /// The base of relative paths.
    var folder: String { externalValues.folder }

    /// Reads a text and resolves `${env:NAME}`, `${file:PATH}` and similar references.
    /// - Parameter isSecret: rejects a literal text: a workspace is shared, its secrets are not.
    /// - Returns: `nil` without a value; the reason is recorded.
    func resolveText(_ node: ConfigNode, isSecret: Bool = true) -> String? {
        guard node.readText() != nil, let text = node.reference(in: folder) else { return nil }
        guard text.variables.isEmpty else {
            let names = text.variables.map { "${\($0)}" }.joined(separator: ", ")
            node.complain(
                "'\(names)' in \(node.name) is neither ${env:NAME} nor ${file:PATH}",
                "${secret:NAME} and ${command: LINE} also work; variables are for saved requests")
            return nil
        }
        if isSecret, text.externalReferences.isEmpty {
            node.complain(
                "\(node.name) holds a secret", "write ${env:NAME} or ${file:PATH}: a workspace is shared, its secrets are not")
            return nil
        }
        if let literal = text.literal { return literal }
        guard let values = resolve(text.externalReferences, for: node) else { return nil }
        var output = ""
        for piece in text.pieces {
            switch piece {
            case .text(let part): output += part
            case .variable: break
            case .outside(let reference): output += values[reference]?.reveal() ?? ""
            }
        }
        return output
    }

    /// The values of references.
    /// - Returns: `nil` if one has none, or until the user agrees to the workspace; the reason is recorded.
    func resolve(_ references: [ExternalReference], for node: ConfigNode) -> [ExternalReference: Secret]? {
        guard node.notes.isTrusted, node.notes.looksUp else { return nil }
        var values: [ExternalReference: Secret] = [:]
        for reference in references where values[reference] == nil {
            do throws(ExternalValues.Failure) {
                values[reference] = try externalValues.value(of: reference)
            } catch {
                switch error {
                case .missing(let message, let hint):
                    node.notes.warn(node.line, "\(message), so \(node.name) is left out", hint)
                case .refused(let message, let hint): node.complain(message, hint)
                }
                return nil
            }
        }
        return values
    }
}

extension ConfigNode {
    /// A value as a text with references, each of which needs the user's agreement. Numbers and
    /// booleans become their source text.
    /// - Parameter folder: the folder of the workspace, which must contain the files.
    /// - Returns: `nil` if the value is not a text; the problem is recorded.
    func reference(in folder: String) -> WorkspaceText? {
        guard node.kind != .object, node.kind != .array, node.kind != .null else {
            complain("\(name) is not text", "write one after '\(name):', in quotes where YAML reads another type")
            return nil
        }
        return reference(node.displayText, in: folder)
    }

    func reference(_ source: String, in folder: String) -> WorkspaceText? {
        guard source.utf8.count <= VariableExpansion.longest else {
            complain("\(name) is longer than \(VariableExpansion.longest >> 20) MiB", "put it into a file: 'body: { file: … }'")
            return nil
        }
        do throws(VariableError) {
            let text = try WorkspaceText(source)
            for reference in text.externalReferences {
                _ = notes.requireTrust(line, reference, in: folder)
                if reference.place == .file, reference.name.within(folder) == nil {
                    complain(
                        "\(reference.name) is not below the workspace's folder", "put the secret there, or take ${env:NAME}")
                    return nil
                }
            }
            return text
        } catch {
            complain(error.message, error.hint)
            return nil
        }
    }

    static func describeNeed(_ reference: ExternalReference) -> String {
        switch reference.place {
        case .env: "reads the variable \(reference.name)"
        case .file: "reads the file \(reference.name)"
        case .secret: "reads the secret \(reference.name)"
        case .command: "runs the command \(reference.name)"
        }
    }
}
