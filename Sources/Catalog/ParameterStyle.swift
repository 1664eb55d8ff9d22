// How the text of one field becomes the pairs that are sent (OpenAPI, "style values").

import Document
import NetLayer

extension ParameterField {
    /// What is sent for a text that was typed: a list in a query is one pair an item, unless the description says otherwise; objects
    /// are typed as JSON.
    public func pairs(for text: String) -> [(name: String, value: String)] {
        if isWholeQuery { return WholeQuery.pairs(of: text) }
        guard contentType == nil else { return [(name, text)] }
        if rules.isList { return list(ListText.items(text)) }
        if rules.kinds == [.object], let object = try? JSONDocument(Array(text.utf8)).root, object.kind == .object {
            return self.object(object.entries.map { ($0.key, $0.value.displayText) }, text)
        }
        return [(name, text)]
    }

    private func list(_ items: [String]) -> [(String, String)] {
        guard place == .query else { return [(name, items.joined(separator: ","))] }
        switch style ?? "form" {
        case "form" where explode ?? true: return items.map { (name, $0) }
        case "spaceDelimited" where explode != true: return [(name, items.joined(separator: " "))]
        case "pipeDelimited" where explode != true: return [(name, items.joined(separator: "|"))]
        case "spaceDelimited", "pipeDelimited": return items.map { (name, $0) }
        default: return [(name, items.joined(separator: ","))]
        }
    }

    private func object(_ members: [(String, String)], _ text: String) -> [(String, String)] {
        switch (place, style ?? (place == .query || place == .cookie ? "form" : "simple")) {
        case (.query, "deepObject"): return members.map { ("\(name)[\($0.0)]", $0.1) }
        case (.query, "form") where explode ?? true: return members
        case (_, "form"): return [(name, members.flatMap { [$0.0, $0.1] }.joined(separator: ","))]
        case (_, "simple") where explode == true: return [(name, members.map { "\($0.0)=\($0.1)" }.joined(separator: ","))]
        case (_, "simple"): return [(name, members.flatMap { [$0.0, $0.1] }.joined(separator: ","))]
        default: return [(name, text)]
        }
    }
}
