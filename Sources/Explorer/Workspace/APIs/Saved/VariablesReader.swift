// Reads `variables:`: names with their values, or with prompts.

import Catalog
import NetLayer

enum VariablesReader {
    static let options = ["prompt", "secret", "default"]

    static func readVariables(_ node: ConfigNode, in folder: String) -> [String: VariableScopes.Value] {
        var values: [String: VariableScopes.Value] = [:]
        for entry in node.entries("'name: value'") {
            guard WorkspaceText.isName(entry.name) else {
                entry.complain("'\(entry.name)' is not a variable name", "take letters, digits, _, - and ., the first a letter")
                continue
            }
            var prompt: VariableScopes.Prompt?
            let written: WorkspaceText?
            if entry.node.kind == .object {
                (prompt, written) = readPrompt(entry, in: folder)
            } else {
                written = entry.reference(in: folder)
            }
            guard let text = written else { continue }
            if text.literal?.isEmpty == false, prompt?.isSecret == true || SensitiveNames.isSecretMember(entry.name) {
                entry.notes.warn(
                    entry.line, "the variable \(entry.name) looks like a secret, and a workspace is shared",
                    "write ${env:NAME} or ${secret:NAME}")
            }
            values[entry.name] = VariableScopes.Value(text, line: entry.line, prompt: prompt)
        }
        return values
    }

    /// The prompt, and the default for an empty answer.
    private static func readPrompt(_ node: ConfigNode, in folder: String) -> (VariableScopes.Prompt?, WorkspaceText?) {
        let options = node.options(options)
        guard let question = options["prompt"] else {
            node.complain("\(node.name) is neither a text nor a prompt", "write a text, or { prompt: \"What to ask\" }")
            return (nil, nil)
        }
        let isSecret = options["secret"].map { $0.readFlag() } ?? false
        let fallback = options["default"].map { $0.reference(in: folder) } ?? WorkspaceText(literal: "")
        guard let text = question.readText(), let isSecret, let fallback else { return (nil, nil) }
        return (VariableScopes.Prompt(text, isSecret: isSecret, hasDefault: options["default"] != nil), fallback)
    }
}
