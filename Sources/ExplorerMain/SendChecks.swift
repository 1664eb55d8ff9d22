// What `explorer send` says of values that do not fit the description. It is said and sent all the same: descriptions grow old.

import Catalog
import Document
import NetLayer

enum SendChecks {
    /// Writes a line on standard error for every value that does not fit. Values are not repeated: they may be secrets.
    static func warn(_ values: [(name: String, value: String)], _ body: RequestBody, _ operation: Operation) {
        for (name, value) in values {
            guard let field = operation.parameters.first(where: { $0.name == name }), !value.isEmpty,
                let problem = field.rules.problem(with: value) ?? field.rules.patternDoubt(about: value)
            else { continue }
            say("\(name) \(problem)")
        }
        guard case .bytes(let bytes, let type) = body, MediaType.isJSON(type), !bytes.isEmpty else { return }
        do throws(JSONError) {
            let document = try JSONDocument(bytes)
            guard let schema = operation.body?.sendable.first(where: { $0.contentType == type })?.schema else { return }
            var check = BodyCheck()
            if let problem = check.problem(in: document.root, schema) { say("\(problem)") }
            if let doubt = check.doubt { say("\(doubt)") }
        } catch {
            say("the body is no JSON: \(error)")
        }
    }

    private static func say(_ problem: String) {
        Complaint.write("explorer: warning: \(problem.oneLine); it is sent all the same")
    }
}

extension String {
    fileprivate var oneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
