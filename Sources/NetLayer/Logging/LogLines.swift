// An event as lines of text: method and absolute URL, status, time, headers and
// body, with all secrets masked.

enum LogLines {
    /// The longest logged part of a body, in bytes.
    static let bodyLimit = 4 << 10

    /// The lines of an event; empty when the level logs nothing about it.
    /// - Parameter secrets: values that are masked wherever they occur, in addition to fields with secret
    ///   names.
    static func lines(_ event: NetEvent, _ level: LogLevel, hiding secrets: KnownSecrets) -> [String] {
        guard let subject = subject(event) else { return [] }
        let extent = level.extent(subject)
        guard extent != .nothing else { return [] }
        let line = "#\(event.row.id) " + headline(event, subject)
        // The lines contain text from servers. Escaping keeps each line one line, and
        // stops control of the cursor.
        return (extent == .full ? [line] + details(event.row, subject, secrets) : [line]).map { secrets.masked($0).inOneLine }
    }

    static func subject(_ event: NetEvent) -> LogLevel.Subject? {
        switch event.kind {
        case .attempt: .start
        case .queued, .retry, .redirected, .decided: event.decision == nil ? nil : .decision
        case .phase, .progress, .member: nil
        case .ended:
            switch event.row.state {
            case .succeeded: .success
            case .cancelled, .superseded: .cancellation
            case .queued, .running, .retrying, .failed, .timedOut: .failure
            }
        }
    }

    private static func headline(_ event: NetEvent, _ subject: LogLevel.Subject) -> String {
        let row = event.row
        let what = request(row).map { "\($0.method) \($0.url)" } ?? "\(row.info.method) \(row.info.title)"
        switch subject {
        case .start: return "\(what)\(row.attempt > 1 ? " attempt \(row.attempt)" : "")"
        case .decision: return "\(what): \(event.decision.map(\.description) ?? "")"
        case .success, .failure, .cancellation, .network:
            let status = row.status.map(String.init) ?? row.errorKind ?? row.state.name
            let reason = row.reason.isEmpty ? "" : ": \(row.reason)"
            return "\(status) \(what) [\(seconds(row.age(at: event.time)))]\(reason)"
        }
    }

    private static func details(_ row: TaskRow, _ subject: LogLevel.Subject, _ secrets: KnownSecrets) -> [String] {
        guard let request = request(row) else { return [] }
        if subject == .start {
            let shown =
                request.isBodySecret
                ? hidden(request.body) : bodyLines(request.bodyBytes, request.headers, request.secretFields, secrets, ">")
            return fields(request.headers, ">") + shown
        }
        guard let head = row.exchanges.last?.head else { return [] }
        return fields(head.headers, "<")
            + bodyLines(row.excerpt.withoutCutCharacter, head.headers, request.secretFields, secrets, "<")
    }

    private static func request(_ row: TaskRow) -> WireRequest? { row.flight?.launch.request ?? row.exchanges.last?.request }

    private static func fields(_ headers: Headers, _ mark: String) -> [String] { headers.fields.map { "  \(mark) \($0)" } }

    private static func hidden(_ body: WireBody) -> [String] { body.count > 0 ? ["  > \(body.count) bytes that are secret"] : [] }

    private static func bodyLines(
        _ bytes: [UInt8], _ headers: Headers, _ secret: Set<String>, _ secrets: KnownSecrets, _ mark: String
    ) -> [String] {
        guard !bytes.isEmpty else { return [] }
        // Values first: a field that seems to end too early would leave a part of its secret, which no value
        // matches.
        let text = LogMask.maskBody(secrets.masked(bytes), contentType: headers["Content-Type"] ?? "", secret: secret)
        let shown = text.prefix(bodyLimit)
        return ["  \(mark) \(shown)\(shown.count < text.count ? "…" : "")"]
    }

    /// `%.04f s`
    static func seconds(_ duration: Duration) -> String {
        let (whole, attoseconds) = max(.zero, duration).components
        let ticks = whole * 10_000 + (attoseconds + 50_000_000_000_000) / 100_000_000_000_000
        let fraction = String(ticks % 10_000)
        return "\(ticks / 10_000)." + String(repeating: "0", count: 4 - fraction.count) + fraction + " s"
    }
}

extension [UInt8] {
    /// The bytes without the first part of a UTF-8 character at their end, where an excerpt may cut one.
    fileprivate var withoutCutCharacter: [UInt8] {
        guard let start = indices.suffix(4).last(where: { self[$0] & 0xC0 != 0x80 }) else { return self }
        let length = self[start] < 0xC0 ? 1 : self[start] < 0xE0 ? 2 : self[start] < 0xF0 ? 3 : 4
        return start + length > count ? Array(self[..<start]) : self
    }
}

extension KnownSecrets {
    fileprivate func masked(_ text: String) -> String { count == 0 ? text : redacted(text) }

    fileprivate func masked(_ bytes: [UInt8]) -> [UInt8] { count == 0 ? bytes : redacted(bytes) }
}

extension String {
    /// The text with control characters and line separators as escapes.
    fileprivate var inOneLine: String {
        guard unicodeScalars.contains(where: \.movesTheCursor) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.movesTheCursor { text += scalar.escaped(asASCII: true) } else { text.unicodeScalars.append(scalar) }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var movesTheCursor: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
