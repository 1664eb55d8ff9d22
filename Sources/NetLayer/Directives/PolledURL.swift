// Reads a URL once for directives: without task, slot or retry, because no user waits for it.

struct PolledURL: Sendable {
    private static let timeouts = Timeouts(connect: .seconds(2), total: .seconds(5))

    let url: URI
    let transport: any Transport
    let connection: ConnectionOptions
    /// The entity tag of the last response that was accepted.
    private(set) var tag: String?

    /// - Parameter service: its connection options are used, without its Unix socket, which is an
    ///   address of that service.
    init(_ url: URI, _ transport: any Transport, like service: Service?) {
        self.url = url
        self.transport = transport
        var connection = service?.connection ?? ConnectionOptions()
        connection.unixSocket = nil
        connection.authentication = nil
        self.connection = connection
    }

    /// - Returns: the result, and the entity tag to remember if the result is accepted.
    func fetch() async -> (look: DirectiveWatch.ReadResult, tag: String?) {
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
        // Only the kind: a text with milliseconds would be a new problem at each read.
        if let failure = end.failure { return (.problem("\(url): \(failure.kind)"), tag) }
        guard let (head, body) = exchange.answer else { return (.problem("\(url): no response"), tag) }
        if head.status == 304 || head.status == 204 { return (.nothing, tag) }
        guard head.status == 200 else { return (.problem("\(url) answered \(head.status)"), tag) }
        let text = String(decoding: body, as: UTF8.self)
        // A client that accepts any certificate may be connected to any server.
        let isVouched = url.scheme == "https" && !connection.insecure
        return (.text(text, isVouched: isVouched, stamp: ""), head.headers["ETag"])
    }

    mutating func remember(_ tag: String?) { self.tag = tag }
}
