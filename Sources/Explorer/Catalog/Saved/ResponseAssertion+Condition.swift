// An expectation as the user types it after `--until`: `status=2xx`, `header:ETag`, `$.state=done`.

import Document
import NetLayer

extension ResponseAssertion {
    /// - Throws: ``VariableError`` when the text is not a condition.
    public init(condition text: String) throws(VariableError) {
        let (subject, wanted) = Self.splitCondition(text)
        if subject == "status" {
            guard let wanted, let range = Self.statuses(wanted) else {
                throw VariableError("'\(text)' has no status", "write status=200, status=200-299 or status=2xx")
            }
            self.init(.status, .statuses([range]))
            return
        }
        let check: Check
        switch wanted {
        case nil: check = .exists(true)
        // A value that is not JSON is a string: done, without quotes.
        case let value? where (try? JSONDocument(Array(value.utf8))) == nil:
            check = .equals(WorkspaceText(literal: JSONLiteral.string(value)))
        case let value?: check = .equals(WorkspaceText(literal: value))
        }
        if subject.hasPrefix("header:"), HTTPMethod(rawValue: String(subject.dropFirst(7))).isValid {
            self.init(.header(String(subject.dropFirst(7))), check)
            return
        }
        guard subject.hasPrefix("$") else {
            throw VariableError("'\(text)' is not a condition", "write status=2xx, header:NAME=VALUE, $.path or $.path=VALUE")
        }
        do throws(JSONPathError) {
            self.init(.json(try JSONPath(subject)), check)
        } catch {
            throw VariableError("'\(subject)' is not a JSONPath: \(error)", "write one like $.items[0].id")
        }
    }

    /// Splits at the first equals sign outside brackets: a filter in brackets may contain one.
    private static func splitCondition(_ text: String) -> (subject: String, wanted: String?) {
        var depth = 0
        var quote: Character?
        for index in text.indices {
            let character = text[index]
            if let open = quote {
                if character == open { quote = nil }
                continue
            }
            switch character {
            case "[", "(": depth += 1
            case "]", ")": depth -= 1
            case "'", "\"": if depth > 0 { quote = character }
            case "=" where depth == 0: return (String(text[..<index]), String(text[text.index(after: index)...]))
            default: break
            }
        }
        return (text, nil)
    }

    /// `200`, `200-299`, `2xx`.
    private static func statuses(_ text: String) -> ClosedRange<Int>? {
        if text.count == 3, text.hasSuffix("xx"), let hundred = text.first?.wholeNumberValue, (1...5).contains(hundred) {
            return hundred * 100...hundred * 100 + 99
        }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard let low = ends.first, let high = ends.last, ends.count <= 2, (100...599).contains(low), (low...599).contains(high)
        else { return nil }
        return low...high
    }
}
