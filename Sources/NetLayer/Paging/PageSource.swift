// The source of a pager's pages: makes the call for each, and reads its response.

import Document

struct PageSource<Item: Sendable>: Sendable {
    let client: NetClient
    let list: RequestPlan
    let pool: ServicePool
    let style: PagingStyle
    let limits: PageLimits
    /// Tells items apart.
    let identity: (@Sendable (Item) -> String)?
    let items: @Sendable (PageContent) throws -> [Item]

    /// The origins that may get the credentials of a page's request, determined as for the list itself:
    /// the origin of a URL of its own; else that of the base URL that the call names, and those of the
    /// services in its environment.
    var homes: Set<String> {
        let alone = RequestTarget(plan: list, service: nil)
        if let own = try? alone.makeURL(base: nil, filledBy: list.parameters) { return [own.origin] }
        let environment = pool.environment(of: list.destination)
        let services = pool.services.flatMap { RequestTarget(plan: list, service: $0.standing(in: environment)).homes }
        return Set(services + [try? alone.resolveBase()].compactMap { $0?.origin })
    }

    /// The policies of client, list and services, for the links to next pages.
    var redirects: [RedirectPolicy] {
        ([client.policies.redirects, list.policies.redirects] + pool.services.map(\.redirects)).compactMap(\.self)
    }

    func endpoint(of load: PageLoad) -> Endpoint<PageReading<Item>> {
        var endpoint = endpoint(at: load.spot, ordinal: load.ordinal)
        endpoint.plan = FlowStickiness(pool: pool, list: list).adapt(endpoint.plan, at: load.spot, after: load.service)
        return endpoint
    }

    func endpoint(at spot: PageSpot, ordinal: Int) -> Endpoint<PageReading<Item>> {
        var plan = style.makePlan(list, at: spot)
        if case .url(let url) = spot, !homes.contains(url.origin) { plan = plan.withoutCredentials() }
        plan.title = "\(list.title) p.\(ordinal)"
        return Endpoint(plan, decode: readPage)
    }

    @Sendable func readPage(_ response: RawResponse) throws -> PageReading<Item> {
        let content = PageContent(response, style: style)
        let items = try items(content)
        // Items that the caller leaves out do not make a page a short one.
        let facts = try PageFacts(content, count: content.list?.count ?? items.count, style: style)
        return PageReading(
            items: items, ids: identity.map { items.map($0) } ?? [], facts: facts, marks: PageMarks(content), response: response)
    }

    /// A single page: the other pages are unknown.
    func makePage(_ reading: PageReading<Item>, at spot: PageSpot, ordinal: Int) -> Page<Item> {
        let facts = reading.facts
        let next = style.findNext(after: spot, facts, ordinal: ordinal, received: facts.count, served: style.size)
        return Page(
            number: ordinal, items: reading.items, duplicates: 0, hasMore: next.hasMore, total: facts.total,
            response: reading.response)
    }

    /// Why no request was sent.
    func refusal(_ end: PageEnd, _ spot: PageSpot?) -> NetError {
        var target = ""
        if case .url(let url)? = spot { target = " (\(url))" }
        let (kind, detail): (NetError.Kind, String) =
            switch end {
            case .last: (.noMoreData, "the last page is loaded")
            case .emptyPage: (.noMoreData, "the page after the last one was empty")
            case .nowhere: (.noMoreData, "the response says that more pages follow, but not where")
            case .maximumPages: (.noMoreData, "stopped after \(limits.pages ?? 0) pages (the limit); there may be more")
            case .maximumItems: (.noMoreData, "stopped after \(limits.items ?? 0) items (the limit); there may be more")
            case .loop: (.paginationLoop, "the next page\(target) was already read")
            case .repeated: (.paginationLoop, "the server sent the same page again")
            case .foreignHost: (.foreignHost, "the next page\(target) is on another server; it was not requested")
            case .badURL: (.protocolViolation, "the next page's address\(target) is not an http or https URL")
            }
        return NetError(kind, attempted: "\(list)", detail: detail)
    }

    func emptiness(_ kind: NetError.Kind, _ load: PageLoad) -> NetError {
        NetError(kind, attempted: "\(list)", detail: "page \(load.ordinal) is empty")
    }
}
