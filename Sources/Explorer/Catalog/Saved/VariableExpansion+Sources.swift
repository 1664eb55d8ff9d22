// Where the parts of a text come from: what a response has chosen, and what is a secret of the user's own.

extension VariableExpansion {
    /// Whether a response has a part in where a URL leads: in its scheme, host or port.
    public func isPlaceFromResponse(_ text: WorkspaceText) -> Bool {
        // What stands there up to the piece that is looked at.
        var head = ""
        for piece in text.pieces {
            guard !Self.hasPlace(head) else { return false }
            switch piece {
            case .text(let part): head += part
            case .outside(let reference): head += outside[reference]?.reveal() ?? ""
            case .variable(let name):
                if contains([name], where: { fromResponses.contains($0) }) { return true }
                var copy = self
                head += (try? copy.expand(WorkspaceText(piece)))?.revealed ?? ""
            }
        }
        return false
    }

    /// Whether a secret that no response has brought is in it: one from outside, or one that a person has typed.
    public func hasOwnSecret(_ text: WorkspaceText) -> Bool {
        guard text.outside.isEmpty else { return true }
        return contains(text.variables) { name in
            if let value = captured[name] { return value.isSecret && !fromResponses.contains(name) }
            guard let value = scopes[name] else { return false }
            return !value.text.outside.isEmpty || value.prompt?.isSecret == true
        }
    }

    /// Whether one of these variables, or one that they are made of, is so.
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

    /// Whether the beginning of a URL says where it leads: it is a path, or its authority has ended.
    private static func hasPlace(_ head: String) -> Bool {
        if head.hasPrefix("/") { return true }
        guard let authority = head.firstRange(of: "://") else { return false }
        return head[authority.upperBound...].contains { "/?#".contains($0) }
    }
}
