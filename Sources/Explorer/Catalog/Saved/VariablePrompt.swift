// Variables whose values a person gives: once a run, before anything is sent.

import NetLayer

extension VariableScopes {
    /// What is asked for a variable.
    public struct Prompt: Sendable, Hashable {
        /// What the person reads.
        public var question: String
        /// The answer is never shown.
        public var isSecret: Bool
        /// Who answers nothing gets the variable's text.
        public var hasDefault: Bool

        /// - Parameters:
        ///   - question: what the person reads.
        ///   - isSecret: the answer is never shown.
        ///   - hasDefault: who answers nothing gets the variable's text.
        public init(_ question: String, isSecret: Bool = false, hasDefault: Bool = false) {
            self.question = question
            self.isSecret = isSecret
            self.hasDefault = hasDefault
        }
    }
}

extension VariableExpansion {
    /// What has to be asked for before texts can be expanded, and has not been answered, in the order in which it is needed.
    /// - Parameter texts: what is going to be expanded.
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

    /// Gives a variable the value that a person has given: a secret where the question is for one.
    /// - Parameters:
    ///   - name: the variable.
    ///   - value: the answer.
    public mutating func answer(_ name: String, _ value: FieldValue) {
        let isSecret = value.isSecret || scopes[name]?.prompt?.isSecret == true || AnswerSecrets.isSecret(name)
        set(name, isSecret ? .secret(Secret(value.revealed)) : .plain(value.revealed), isFromResponse: false)
    }
}
