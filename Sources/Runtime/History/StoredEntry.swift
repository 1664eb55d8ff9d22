// An entry of the history as an answer that can be shown, and as a request that can be sent again. Pure.

import Explorer
import History
import NetLayer

struct StoredEntry {
    /// `nil` when there was no answer.
    var head: ResponseHead?
    var body: [UInt8] = []
    /// Why there is no answer, or no body.
    var failure: Failure?
    /// Request and answer: first lines and header fields.
    var heads: [String] = []
    /// What sends it again; `nil` when not all of it was kept.
    var plan: RequestPlan?
    var whyNoPlan = ""

    init(_ entry: HistoryEntry) {
        let exchange = entry.exchange ?? HistoryExchange()
        let response = exchange.response
        if let status = entry.status {
            head = ResponseHead(status: status, headers: Headers(Self.fields(response.head)))
        }
        heads = [exchange.request.head, response.head].compactMap(\.self)
        if let kept = response.body {
            body = kept.bytes ?? []
            if kept.bytes == nil, kept.size > 0 {
                failure = Failure(
                    title: "The body is not in the history", detail: "Its \(kept.size) bytes are not kept: \(kept.why)",
                    hint: "r sends the request again.")
            }
        } else if head == nil {
            failure = Failure(
                title: "There was no answer", detail: entry.errorText ?? entry.state.rawValue, hint: "r sends the request again.")
        }
        readPlan(entry, exchange.request)
    }

    /// Header fields that were secret are left out: who proves who asks does so anew.
    private mutating func readPlan(_ entry: HistoryEntry, _ request: HistoryMessage) {
        guard URI(entry.url).isAbsoluteHTTP, request.head != nil else { return whyNoPlan = "Its request was never sent" }
        guard !entry.url.contains(Secret.mask) else {
            return whyNoPlan = "Its URL had a secret, which is not kept: send it from its form"
        }
        // By hand nothing is a template: braces are what they are.
        let url = entry.url.replacing("{", with: "%7B").replacing("}", with: "%7D")
        var plan = RequestPlan(
            id: entry.endpoint ?? "by hand", title: Self.title(entry), method: HTTPMethod(rawValue: entry.method), path: url)
        if let body = request.body {
            guard let bytes = body.bytes else { return whyNoPlan = "Its body is not kept: send it from its form" }
            guard String(decoding: bytes, as: UTF8.self).firstRange(of: Secret.mask) == nil else {
                return whyNoPlan = "Its body had a secret, which is not kept: send it from its form"
            }
            plan.body = .bytes(bytes, contentType: body.contentType ?? "")
        }
        let own = ["content-type", "content-length", "host", "user-agent"]
        for field in Self.fields(request.head)
        where !field.value.revealed.contains(Secret.mask) && !own.contains(field.name.lowercased()) {
            plan.headers.add(field)
        }
        self.plan = plan
    }

    /// Without the method, which stands before it.
    private static func title(_ entry: HistoryEntry) -> String {
        let prefix = "\(entry.method) "
        return entry.title.hasPrefix(prefix) ? String(entry.title.dropFirst(prefix.count)) : entry.title
    }

    /// Those behind the first line.
    private static func fields(_ head: String?) -> [HeaderField] {
        (head ?? "").split(separator: "\n").dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return HeaderField(String(line[..<colon]), String(line[colon...].dropFirst().drop { $0 == " " }))
        }
    }
}

extension HistoryBody {
    /// Why the bytes are not there, for people.
    public var why: String {
        switch absence {
        case .letGo: "they made room for newer ones"
        case .tooLarge: "they were too many"
        case .overload: "answers came faster than they could be written"
        case .notGiven: "they are secret as a whole, were read from a file, or did not come whole"
        case nil: "they are there"
        }
    }
}
