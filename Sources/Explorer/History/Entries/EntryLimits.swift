// Limits the stored parts of an entry: bodies and texts each have a limit. Pure.

extension HistoryEntry {
    /// The longest stored text, in bytes.
    static let longestText = 65_536

    /// The stored form of this entry: bodies above the limit lose their bytes, texts are truncated.
    func fitted(to limits: HistoryLimits) -> HistoryEntry {
        var entry = self
        for text in [\Self.title, \.method, \.url] { entry[keyPath: text] = Self.truncate(self[keyPath: text]) }
        for text in [
            \Self.workspace, \.api, \.environment, \.account, \.endpoint, \.service, \.errorKind, \.errorText, \.savedName,
            \.group,
        ] {
            entry[keyPath: text] = self[keyPath: text].map(Self.truncate)
        }
        entry.exchange = exchange?.fitted(to: limits.body)
        entry.hasLostBody = entry.exchange?.hasLostBody ?? hasLostBody
        return entry
    }

    /// The same entry without the bytes of its bodies.
    func withoutBodies(_ absence: HistoryBody.Absence) -> HistoryEntry {
        var entry = self
        entry.exchange?.request.body = exchange?.request.body?.without(absence)
        entry.exchange?.response.body = exchange?.response.body?.without(absence)
        entry.hasLostBody = entry.exchange?.hasLostBody ?? hasLostBody
        return entry
    }

    /// The approximate memory use of an entry without its texts, in bytes.
    static let fixedCost = 512

    /// The approximate memory use in bytes.
    var cost: Int {
        let texts = [
            title, method, url, workspace, api, environment, account, endpoint, service, errorKind, errorText, savedName, group,
        ]
        return Self.fixedCost + texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) } + (exchange?.cost ?? 0)
    }

    private static func truncate(_ text: String) -> String {
        // SQLite's texts end at a NUL.
        let text = text.utf8.contains(0) ? String(text.prefix { $0 != "\0" }) : text
        guard text.utf8.count > longestText else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: longestText)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return text[..<end] + "…"
    }
}

extension HistoryExchange {
    /// The bytes of all potentially large parts.
    var cost: Int {
        let heads = [request.head, response.head].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        let bytes = [request.body?.bytes, response.body?.bytes, timings, trail].reduce(0) { $0 + ($1?.count ?? 0) }
        return heads + bytes
    }

    var hasLostBody: Bool {
        [request.body, response.body].contains { $0?.absence.map { $0 != .notGiven } ?? false }
    }

    fileprivate func fitted(to limit: Int) -> HistoryExchange {
        func fitMessage(_ message: HistoryMessage) -> HistoryMessage {
            HistoryMessage(
                head: message.head.flatMap { $0.utf8.count > limit ? nil : $0 },
                body: message.body.map { body in (body.bytes?.count ?? 0) > limit ? body.without(.tooLarge) : body })
        }
        return HistoryExchange(
            request: fitMessage(request), response: fitMessage(response),
            timings: timings.flatMap { $0.count > limit ? nil : $0 },
            trail: trail.flatMap { $0.count > limit ? nil : $0 })
    }
}
