// The place of a page, and the request for it.

/// The place of one page in its list, in the terms of the style.
public enum PageSpot: Sendable, Hashable {
    /// The first page of a list whose pages have no numbers: its request has no parameter for it.
    case first
    /// The page with that number, as the interface counts.
    case number(Int)
    /// The page that begins at that item, as the interface counts.
    case offset(Int)
    /// A cursor, or the key of the last item before it.
    case value(String)
    /// The complete URL of the page.
    case url(URI)
}

extension PagingStyle {
    /// The same style for a run that begins with a given request, which may ask for the middle of the list.
    /// The totals of the list then do not tell when the run ends, so the style drops them.
    public func beginning(with plan: RequestPlan) -> PagingStyle {
        var style = self
        func sentPlace(_ name: String, _ first: Int) -> Int? {
            plan.sentValue(name, in: place).flatMap(Self.place).flatMap { $0 == first ? nil : $0 }
        }
        switch turn {
        case .page(let name, let first, let start):
            guard let place = sentPlace(name, first) else { return self }
            style.turn = .page(name: name, first: place, start: start)
        case .offset(let name, let first):
            guard let place = sentPlace(name, first) else { return self }
            style.turn = .offset(name: name, first: place)
        case .cursor, .link, .nextURL, .keyset: return self
        }
        (style.totals, style.pageCounts) = ([], [])
        return style
    }

    /// The place where a list begins.
    var firstSpot: PageSpot {
        switch turn {
        case .page(_, let first, _): .number(first)
        case .offset(_, let first): .offset(first)
        case .cursor, .link, .nextURL, .keyset: .first
        }
    }

    /// The page with that number, counted from ``Turn/page(name:first:start:)``'s first number, or from 1;
    /// `nil` when its place depends on the page before it, or lies before the first.
    public func pageSpot(ofPage number: Int) -> PageSpot? {
        switch turn {
        case .page(_, let first, _): number >= first && itemsBefore(number, first) != nil ? .number(number) : nil
        case .offset(_, let first):
            number >= 1
                ? itemsBefore(number, 1).map { first.addingReportingOverflow($0) }.flatMap {
                    $0.overflow ? nil : .offset($0.partialValue)
                } : nil
        case .cursor, .link, .nextURL, .keyset: nil
        }
    }

    /// How many items come before a page when all pages are full; `nil` when the count, or the place of this
    /// page or the next, would overflow.
    private func itemsBefore(_ number: Int, _ first: Int) -> Int? {
        let (pages, isFar) = number.subtractingReportingOverflow(first)
        let (items, isFarther) = pages.multipliedReportingOverflow(by: size)
        return isFar || isFarther || pages > .max - 2 ? nil : items
    }

    /// How many pages there are up to this one, including it; `nil` when the place does not determine that.
    func ordinal(of spot: PageSpot) -> Int? {
        switch (turn, spot) {
        case (.page(_, let first, _), .number(let number)): number - first + 1
        case (.offset(_, let first), .offset(let offset)): (offset - first) / size + 1
        case (_, .first): 1
        case (_, .number), (_, .offset), (_, .value), (_, .url): nil
        }
    }

    /// The request for a page, made from the request for the list: with its parameters
    /// set, or its URL replaced.
    public func makePlan(_ list: RequestPlan, at spot: PageSpot) -> RequestPlan {
        var plan = list
        if case .url(let url) = spot { return plan.following(url) }
        if let sizeName { plan.setParameter(sizeName, .integer(size), in: place) }
        switch (turn, spot) {
        case (.page(let name, let first, let start), .number(let number)):
            plan.setParameter(name, .integer(number), in: place)
            if let start { plan.setParameter(start, .integer((number - first) * size), in: place) }
        case (.offset(let name, _), .offset(let offset)): plan.setParameter(name, .integer(offset), in: place)
        case (.cursor(let name, _), .value(let value)), (.keyset(let name, _), .value(let value)):
            plan.setParameter(name, .string(value), in: place)
        case (_, .first), (_, .number), (_, .offset), (_, .value), (_, .url): break
        }
        return plan
    }
}

extension RequestPlan {
    /// Gives a parameter one value, in place of all parameters with that name and place; also replaces one
    /// in the query of the path. Only a JSON body keeps the value's type; other places take its text.
    mutating func setParameter(_ name: String, _ value: JSONValue, in place: Parameter.Place) {
        parameters.removeAll { $0.name == name && $0.place == place }
        if place == .query, let mark = path.firstIndex(of: "?") {
            let kept = path[path.index(after: mark)...].split(separator: "&").filter { pair in
                PercentCoding.decode(String(pair.prefix { $0 != "=" })) != name
            }
            path = path[..<mark] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
        }
        parameters.append(
            place == .json ? Parameter(name, json: value) : Parameter(name, .plain(value.plainText), in: place))
    }

    /// The same call to another URL, taken as it is: query parameters that the URL contains are not added
    /// again. A link is for reading: a method that may change something becomes GET, because turning a page
    /// must never repeat a POST.
    ///
    /// Headers, cookies and policies remain; for another server see ``withoutCredentials()``. Secret
    /// query parameters remain secret: their names are masked in the URL, in addition to everything
    /// that the URL itself masks.
    public func following(_ url: URI) -> RequestPlan {
        var plan = self
        plan.path = url.revealed
        plan.maskedNames.formUnion(parameters.filter { $0.place == .query && $0.value.isSecret }.map(\.name))
        plan.parameters.removeAll { $0.place == .query || $0.place == .path }
        if !plan.method.isSafe {
            plan.method = .get
            plan.body = .none
            plan.parameters.removeAll { $0.place == .form || $0.place == .json }
            plan.headers.remove("Content-Type")
        }
        plan.maskedNames.formUnion(url.secretNames)
        plan.maskedTexts.formUnion(url.secretTexts)
        return plan
    }

    /// The same call without the credentials that the caller gave it: for a server that must not get them.
    /// The service and the generator add none either (``isForThirdParty``).
    public func withoutCredentials() -> RequestPlan {
        var plan = self
        plan.isForThirdParty = true
        plan.connection.authentication = nil
        (plan.connection.clientCertificateFile, plan.connection.clientKeyFile) = (nil, nil)
        let names = Set(maskedNames.map { $0.lowercased() })
        plan.headers = Headers(headers.fields.filter { !$0.value.isSecret && !names.contains($0.name.lowercased()) })
        plan.parameters.removeAll { parameter in
            if names.contains(parameter.name.lowercased()) { return true }
            return switch parameter.place {
            case .cookie: true
            case .header: parameter.value.isSecret || SensitiveNames.isSecretHeader(parameter.name)
            case .query, .form, .json: parameter.value.isSecret || SensitiveNames.isSecretParameter(parameter.name)
            case .path: parameter.value.isSecret || SensitiveNames.isSecretPathParameter(parameter.name)
            }
        }
        return plan
    }
}
