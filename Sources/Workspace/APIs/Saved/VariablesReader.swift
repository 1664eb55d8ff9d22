// Reads `variables:`: names and what they stand for.

import Catalog
import NetLayer

enum VariablesReader {
    static func read(_ node: ConfigNode, in folder: String) -> [String: VariableScopes.Value] {
        var values: [String: VariableScopes.Value] = [:]
        for entry in node.entries("'name: value'") {
            guard WorkspaceText.isName(entry.name) else {
                entry.complain("'\(entry.name)' is no name of a variable", "take letters, digits, _, - and ., the first a letter")
                continue
            }
            guard let text = entry.reference(in: folder) else { continue }
            if text.literal?.isEmpty == false, SensitiveNames.isSecretMember(entry.name) {
                entry.notes.warn(
                    entry.line, "the variable \(entry.name) looks like a secret, and a workspace is shared",
                    "write ${env:NAME} or ${secret:NAME}")
            }
            values[entry.name] = VariableScopes.Value(text, line: entry.line)
        }
        return values
    }
}
