// One look at a URL that is asked for directives: no task, no slot and no retry, because no user waits for it.

struct PolledURL: Sendable {
    private static let timeouts = Timeouts(connect: .seconds(2), total: .seconds(5))

    let url: URI
    let transport: any Transport
    let connection: ConnectionOptions
    /// Of the answer that was understood last.
    private(set) var tag: String?

    /// - Parameter service: by whose connection options it is asked. Its Unix socket is left out: that is an address, and the service's own.
    init(_ url: URI, _ transport: any Transport, like service: Service?) {
        self.url = url
        self.transport = transport
        var connection = service?.connection ?? ConnectionOptions()
        connection.unixSocket = nil
        connection.authentication = nil
        self.connection = connection
    }

    /// - Returns: what was found, and what to remember when nothing is wrong with it.
    func look() async -> (look: DirectiveWatch.Look, tag: String?) {
        var plan = RequestPlan(
            id: "directive", path: url.revealed, timeouts: Self.timeouts,
            limits: ResponseLimits(body: WrittenDirective.longest, decodedBody: WrittenDirective.longest), followsRedirects: false
        )
        plan.connection = connection
        plan.maskedNames = url.secretNames
        plan.maskedTexts = url.secretTexts
        if let tag { plan.headers.set(HeaderField("If-None-Match", tag)) }
        let request: WireRequest
        do throws(NetError) {
            request = try RequestGenerator().request(for: plan, on: nil)
        } catch {
            return (.problem(error.detail), tag)
        }
        let exchange = ProbeExchange()
        let end = await exchange.run(request, on: transport)
        // Its kind alone: words that count milliseconds would be another problem at each look.
        if let failure = end.failure { return (.problem("\(url): \(failure.kind)"), tag) }
        guard let (head, body) = exchange.answer else { return (.problem("\(url): no answer"), tag) }
        if head.status == 304 || head.status == 204 { return (.nothing, tag) }
        guard head.status == 200 else { return (.problem("\(url) answered \(head.status)"), tag) }
        let text = String(decoding: body, as: UTF8.self)
        // Whoever accepts any certificate may be talking to anybody.
        let isVouched = url.scheme == "https" && !connection.insecure
        return (.text(text, isVouched: isVouched, stamp: ""), head.headers["ETag"])
    }

    mutating func remember(_ tag: String?) { self.tag = tag }
}
