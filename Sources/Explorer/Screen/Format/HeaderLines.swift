// The Headers tab: requests and responses, hop by hop, secrets masked.

import Canvas
import NetLayer

enum HeaderLines {
    static func lines(_ model: Model) -> [StyledLine] {
        if let past = model.shownPast { return Array(past.heads.map(lines).joined(separator: [.empty])) }
        guard let task = model.result.task, let row = model.tasks.row(task) else { return [] }
        guard !row.exchanges.isEmpty else { return [StyledLine("There is no response yet", .muted)] }
        return Array(row.exchanges.map(lines).joined(separator: [.empty]))
    }

    /// The stored head of a message from the history: its first line, and its fields.
    private static func lines(_ head: String) -> [StyledLine] {
        head.split(separator: "\n").enumerated().map { index, line in
            guard index > 0, let colon = line.firstIndex(of: ":") else { return StyledLine(String(line), .text) }
            let name = line[...colon]
            return StyledLine([("\(name) ", .jsonKey), (String(line[name.endIndex...].drop { $0 == " " }), .text)])
        }
    }

    private static func lines(_ exchange: ExchangeRecord) -> [StyledLine] {
        let request = exchange.request
        var lines = [StyledLine([("\(request.method) ", request.method.style), (request.url.description, .text)])]
        lines += fields(request.headers)
        if request.body.count > 0 { lines.append(StyledLine("(\(request.body.count) bytes of body)", .muted)) }
        lines.append(.empty)
        guard let head = exchange.head else {
            lines.append(StyledLine(exchange.failure?.description ?? "no response", .error))
            return lines
        }
        lines.append(StyledLine([("\(head.version) ", .muted), ("\(head.status) \(head.reason)", .status(head.status))]))
        lines += fields(head.headers)
        return lines
    }

    private static func fields(_ headers: Headers) -> [StyledLine] {
        headers.fields.map { StyledLine([("\($0.name): ", .jsonKey), ($0.value.description, .text)]) }
    }
}
