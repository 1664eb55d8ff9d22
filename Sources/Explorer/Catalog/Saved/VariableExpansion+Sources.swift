// The origin of a text's parts: values from responses, and the user's own secrets.

extension VariableExpansion {
    /// Whether a value from a response is part of a URL's scheme, host or port.
    public func isPlaceFromResponse(_ text: WorkspaceText) -> Bool {
        // The text before the current piece.
        var head = ""
        for piece in text.pieces {
            guard !Self.hasPlace(head) else { return false }
            switch piece {
            case .text(let part): head += part
            case .outside(let reference): head += externalValues[reference]?.reveal() ?? ""
            case .variable(let name):
                if contains([name], where: { fromResponses.contains($0) }) { return true }
                var copy = self
                head += (try? copy.expand(WorkspaceText(piece)))?.revealed ?? ""
            }
        }
        return false
    }

    /// Whether the text contains a secret that is not from a response: an external one, or one that
    /// the user typed.
    public func hasOwnSecret(_ text: WorkspaceText) -> Bool {
        guard text.externalReferences.isEmpty else { return true }
        return contains(text.variables) { name in
            if let value = captured[name] { return value.isSecret && !fromResponses.contains(name) }
            guard let value = scopes[name] else { return false }
            return !value.text.externalReferences.isEmpty || value.prompt?.isSecret == true
        }
    }

    /// Whether one of these variables, or a variable in their values, matches.
    private func contains(_ names: [String], where matches: (String) -> Bool) -> Bool {
        var seen: Set<String> = []
        var open = names
        while let name = open.popLast() {
            guard seen.insert(name).inserted else { continue }
            if matches(name) { return true }
            if captured[name] == nil, let value = scopes[name] { open += value.text.variables }
        }
        return false
    }

    /// Whether the beginning of a URL determines its server: it is a path, or its authority is complete.
    private static func hasPlace(_ head: String) -> Bool {
        if head.hasPrefix("/") { return true }
        guard let authority = head.firstRange(of: "://") else { return false }
        return head[authority.upperBound...].contains { "/?#".contains($0) }
    }
}
