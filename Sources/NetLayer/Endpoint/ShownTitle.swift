// The title of a row: the requested path, where the caller has given the plan no title.

extension RequestPlan {
    /// The title; where that is the path's template, the path with its values, secrets masked: `/items/42`. A
    /// parameter without a value stays as it is.
    var shownTitle: String {
        guard title == path, path.utf8.contains(UInt8(ascii: "{")) else { return title }
        var shown = ""
        var rest = path[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = rest[rest.index(after: open)..<close]
            let parameter = parameters.first { $0.place == .path && $0.name == name }
            shown += rest[..<open] + (parameter.map(Self.shown) ?? String(rest[open...close]))
            rest = rest[rest.index(after: close)...]
        }
        return shown + rest
    }

    private static func shown(_ parameter: Parameter) -> String {
        guard !parameter.isHidden else { return Secret.mask }
        let text = parameter.value.revealed
        return parameter.isEncoded ? text : PercentCoding.encode(text, for: .pathSegment)
    }
}
