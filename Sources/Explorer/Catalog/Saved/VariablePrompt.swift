// Variables whose values the user enters: once in a run, before any request is sent.

import NetLayer

extension VariableScopes {
    /// The prompt for a variable.
    public struct Prompt: Sendable, Hashable {
        /// The text that the user reads.
        public var question: String
        /// Whether the answer must never be shown.
        public var isSecret: Bool
        /// Whether an empty answer stands for the variable's text.
        public var hasDefault: Bool

        /// - Parameters:
        ///   - question: the text that the user reads.
        ///   - isSecret: whether the answer must never be shown.
        ///   - hasDefault: whether an empty answer stands for the variable's text.
        public init(_ question: String, isSecret: Bool = false, hasDefault: Bool = false) {
            self.question = question
            self.isSecret = isSecret
            self.hasDefault = hasDefault
        }
    }
}

extension VariableExpansion {
    /// The prompts that the user must answer before the texts can be expanded, without the answered ones, in
    /// the order of need.
    /// - Parameter texts: the texts to expand.
    public func prompts(of texts: [WorkspaceText]) -> [(name: String, prompt: VariableScopes.Prompt)] {
        var found: [(name: String, prompt: VariableScopes.Prompt)] = []
        var seen: Set<String> = []
        var open = texts.flatMap(\.variables).reversed() as [String]
        while let name = open.popLast() {
            guard captured[name] == nil, seen.insert(name).inserted, let value = scopes[name] else { continue }
            if let prompt = value.prompt { found.append((name, prompt)) } else { open += value.text.variables.reversed() }
        }
        return found
    }

    /// Sets a variable to the user's answer. The value is secret if the prompt asks for a secret.
    /// - Parameters:
    ///   - name: the variable.
    ///   - value: the answer.
    public mutating func answer(_ name: String, _ value: FieldValue) {
        let isSecret = value.isSecret || scopes[name]?.prompt?.isSecret == true || ResponseSecrets.isSecret(name)
        setValue(name, isSecret ? .secret(Secret(value.revealed)) : .plain(value.revealed), isFromResponse: false)
    }
}
