// What a scripted server answers.

@testable import NetLayer
@testable import Screen

struct Reply {
    /// A body as lines: what Runtime makes of the bytes.
    struct Body {
        var kind = BodyKind.empty
        var pretty: [String] = []
        var raw: [String] = []

        var bytes: Int { raw.reduce(0) { $0 + $1.utf8.count + 1 } }

        func window(_ task: TaskID, _ mode: BodyMode, _ range: Range<Int>) -> BodyWindow {
            let lines = mode == .pretty ? pretty : raw
            let part = range.clamped(to: 0..<lines.count)
            var window = BodyWindow(
                task: task, mode: mode, total: lines.count, start: part.lowerBound, lines: Array(lines[part]))
            guard mode == .raw else { return window }
            var start = 0
            let places = lines.map { line in
                defer { start += line.utf8.count + 1 }
                return start..<start + line.utf8.count
            }
            window.places = Array(places[part])
            return window
        }
    }

    var head: ResponseHead?
    var failure: TransferFailure?
    var body = Body()
    var metrics = TransferMetrics()
    /// Where the answer came from after redirects; `nil`: from where the request went.
    var url: URI?
    var redirects = 0
    /// What the body is as an image.
    var picture: Picture?

    /// JSON, written as it is pretty-printed; raw it comes on one line.
    static func json(_ pretty: String, status: Int = 200, reason: String = "OK", headers: [HeaderField] = []) -> Reply {
        let lines = pretty.split(separator: "\n").map(String.init)
        let raw = lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
        return Reply(status, reason, headers, Body(kind: .json, pretty: lines, raw: [raw]), type: "application/json")
    }

    static func text(_ lines: [String], status: Int = 200, reason: String = "OK", headers: [HeaderField] = []) -> Reply {
        Reply(status, reason, headers, Body(kind: .text, pretty: lines, raw: lines), type: "text/plain; charset=utf-8")
    }

    static func empty(_ status: Int, _ reason: String = "") -> Reply { Reply(status, reason, [], Body(), type: nil) }

    /// No answer at all.
    static func failed(_ kind: NetError.Kind, _ detail: String) -> Reply {
        var reply = Reply(0, "", [], Body(), type: nil)
        reply.head = nil
        reply.metrics = TransferMetrics()
        reply.failure = TransferFailure(kind, detail)
        return reply
    }

    /// A page of a list, with the links that lead to others.
    static func page(_ links: [(relation: String, target: String)]) -> Reply {
        let link = links.map { "<\($0.target)>; rel=\"\($0.relation)\"" }.joined(separator: ", ")
        return .json("[\n  {\n    \"id\": 1\n  }\n]", headers: [HeaderField("Link", link)])
    }

    private init(_ status: Int, _ reason: String, _ headers: [HeaderField], _ body: Body, type: String?) {
        let typeField = type.map { [HeaderField("Content-Type", $0)] } ?? []
        head = ResponseHead(status: status, reason: reason, version: "HTTP/2", headers: Headers(typeField + headers))
        self.body = body
        metrics.resolved = .milliseconds(2)
        metrics.connected = .milliseconds(14)
        metrics.secured = .milliseconds(31)
        metrics.sendingBegan = .milliseconds(32)
        metrics.firstByte = .milliseconds(71)
        metrics.total = .milliseconds(74)
        metrics.bytesSent = 180
        metrics.bytesReceived = Int64(body.bytes + 240)
        metrics.version = "HTTP/2"
        metrics.remoteAddress = "203.0.113.7:443"
    }
}
