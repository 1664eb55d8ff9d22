// The Trace tab: every event of a task, with the time since the task was opened. Secrets
// are masked, as everywhere.

import Canvas
import NetLayer

enum TraceLines {
    /// The limit of header fields of one head; the Headers tab has all fields.
    private static let mostFields = 100

    static func lines(_ model: Model, width: Int) -> MadeLines {
        guard let task = model.result.task, let row = model.tasks.row(task) else { return MadeLines([]) }
        let trace = TaskTrace(row)
        let firstRequest = trace.entries.firstIndex { if case .request = $0.fact { true } else { false } }
        var lines: [StyledLine] = []
        if trace.isDropped {
            lines = [StyledLine("The exchanges are no longer stored: newer tasks needed the space.", .muted), .empty]
        }
        if let note = model.tasks.note(of: task) { lines += [StyledLine([("Note  ", .muted), (note, .accent)]), .empty] }
        if let trail = Trail(row) { lines += [trail.line, .empty] }
        for (index, entry) in trace.entries.enumerated() {
            let isLast = index + 1 == trace.entries.count
            let next = isLast ? row.age(at: model.now) : trace.entries[index + 1].at
            let lasted = isLast ? model.view.motion.time(next - entry.at, of: row) : Quantity.duration(next - entry.at)
            // curl adds fields to the requests of this program only.
            lines += Self.lines(entry, lasted: lasted, isFirst: index == firstRequest && !row.isArchived)
        }
        if !row.state.isEnded { lines += now(row, model) }
        if let members = row.members { lines.append(indented(GroupText.long(members, row.state))) }
        lines += MeasuredLines.lines(of: row.id, model, width: width)
        lines += VerifyLines.lines(of: row.id, model, width: width)
        let members = model.tasks.measured.members(of: row.id)
        guard let waterfall = Waterfall(of: row, members, model, width: width) else { return MadeLines(lines) }
        return MadeLines(lines + waterfall.head, more: members.count) { waterfall.line($0) }
    }

    /// - Parameter lasted: the time from this entry to the next one.
    private static func lines(_ entry: TaskTrace.Entry, lasted: String, isFirst: Bool) -> [StyledLine] {
        switch entry.fact {
        case .queued: return [line(entry.at, "queued")]
        case .admitted(let waited): return [line(entry.at, "admitted", "after \(Quantity.duration(waited)) in the queue")]
        case .attempt(let number, let service):
            return [.empty, StyledLine("Attempt \(number)\(service.isEmpty ? "" : " on \(service)")", .title)]
        case .request(let request):
            let note = isFirst ? [indented("(added by curl: Accept, Accept-Encoding, Content-Length)")] : []
            return Self.request(request, at: entry.at) + note
        case .phase(let phase): return [line(entry.at, phase.rawValue, lasted)]
        case .peer(let address, let isReused):
            return [line(entry.at, "peer", address + (isReused ? ", reused connection" : ""))]
        case .head(let head): return Self.answer(head, at: entry.at)
        case .received(let bytes): return [line(entry.at, "received", "\(Quantity.bytes(bytes)), complete")]
        case .failed(let failure): return [line(entry.at, "failed", "\(failure.kind.name): \(failure.detail)", .error)]
        case .decided(let decision): return [line(entry.at, "decided", decision.description)]
        case .redirected(let status, let request, let names): return redirect(status, request, names, at: entry.at)
        case .ended(let state, let reason, let kind): return end(state, reason, kind, at: entry.at)
        }
    }

    private static func request(_ request: WireRequest, at time: Duration) -> [StyledLine] {
        var target = request.url
        (target.scheme, target.authority) = (nil, nil)
        var lines = [
            StyledLine([
                (clock(time), .muted), ("→ ", .accent), ("\(request.method) ", request.method.style), ("\(target)", .text),
            ])
        ]
        if request.headers.first("Host") == nil { lines.append(field("Host", request.url.hostWithPort, .muted)) }
        lines += fields(request.headers)
        if request.body.count > 0 { lines.append(indented("(\(request.body.count) bytes of body)")) }
        return lines
    }

    private static func answer(_ head: ResponseHead, at time: Duration) -> [StyledLine] {
        let reason = head.reason.isEmpty ? StatusText.reason(head.status) : head.reason
        let status = (reason.isEmpty ? "\(head.status)" : "\(head.status) \(reason)", Style.status(head.status))
        return [StyledLine([(clock(time), .muted), ("← ", .accent), ("\(head.version) ", .text), status])] + fields(head.headers)
            + told(head.headers)
    }

    /// Some of the fields explained: the caches on the way, and the remaining quota.
    private static func told(_ headers: Headers) -> [StyledLine] {
        CacheStatus.parseAll(in: headers).prefix(mostTold).map { indented("(cache on the way: \($0))") }
            + RateLimit.parseAll(in: headers).prefix(mostTold).map { indented("(rate limit: \($0))") }
    }

    private static let mostTold = 8

    private static func redirect(_ status: Int, _ request: WireRequest, _ left: [String], at time: Duration) -> [StyledLine] {
        var lines = [.empty, line(time, "redirected", "\(status): \(request)")]
        if !left.isEmpty { lines.append(indented("removed: \(left.joined(separator: ", "))")) }
        return lines
    }

    private static func end(_ state: TaskState, _ reason: String, _ kind: String?, at time: Duration) -> [StyledLine] {
        let look = StateLook(state)
        let why = [kind, reason.isEmpty ? nil : reason].compactMap { $0 }.joined(separator: ": ")
        return [.empty, StyledLine([(clock(time), .muted), ("\(look.glyph) \(look.word)", look.style), ("  \(why)", .text)])]
    }

    /// The current activity of an active task.
    private static func now(_ row: TaskRow, _ model: Model) -> [StyledLine] {
        let look = StateLook(row.state)
        let bytes = row.bytesReceived > 0 ? "  \(Quantity.bytes(row.bytesReceived)) so far" : ""
        let place = model.tasks.place(of: row.id).map { "  place \($0)" } ?? ""
        let retry = row.retry.map { "  " + RetryText.long($0, at: model.now, model.view.motion) } ?? ""
        return [
            .empty,
            StyledLine([
                (column(model.view.motion.elapsed(row.age(at: model.now))), .muted), ("\(look.glyph) \(look.word)", look.style),
                (bytes + place + retry, .text),
            ]),
        ]
    }

    private static func fields(_ headers: Headers) -> [StyledLine] {
        var lines = headers.fields.prefix(mostFields).map { field($0.name, $0.value.description, .text) }
        if headers.fields.count > mostFields {
            lines.append(indented("(\(headers.fields.count - mostFields) more fields: see the Headers tab)"))
        }
        return lines
    }

    private static let margin = String(repeating: " ", count: 12)

    private static func field(_ name: String, _ value: String, _ style: Style) -> StyledLine {
        StyledLine([(margin, .text), ("\(name): ", .jsonKey), (value, style)])
    }

    private static func indented(_ text: String) -> StyledLine { StyledLine(margin + text, .muted) }

    private static func line(_ time: Duration, _ word: String, _ what: String = "", _ style: Style = .text) -> StyledLine {
        StyledLine([(clock(time), .muted), (TextWidth.pad(word, 12), .text), (what, style)])
    }

    private static func clock(_ time: Duration) -> String { column(Quantity.duration(time)) }

    /// Eight columns and a gap.
    private static func column(_ time: String) -> String { TextWidth.pad(time, 8, alignRight: true) + "  " }
}

extension URI {
    /// The value of a Host field: the authority without its user.
    fileprivate var hostWithPort: String {
        let authority = authority ?? ""
        return authority.lastIndex(of: "@").map { String(authority[authority.index(after: $0)...]) } ?? authority
    }
}
