// The one decision of the guards: which requests are unsafe, whose address they go to, and what the user has agreed to.

import Catalog
import NetLayer
import Testing

@Suite struct GuardBookTests {
    private static let production = Environment(rawValue: "production")
    private static let staging = Environment(rawValue: "staging")
    private static let rule = GuardRule(.readOnly, .file(path: "explorer.yaml", line: 7), api: "shop", environment: production)

    private static func place(_ environment: Environment, _ address: String, _ rule: GuardRule? = nil, api: String = "shop")
        -> GuardBook.Place
    {
        GuardBook.Place(api: api, environment: environment, address: URI(address), rule: rule)
    }

    /// Production is guarded, staging is not.
    private static func book(_ level: GuardLevel = .readOnly) -> GuardBook {
        var rule = rule
        rule.level = level
        var book = GuardBook()
        book.record(
            [place(production, "https://api.test/v1", rule), place(staging, "https://stage.test/v1")], of: "explorer.yaml")
        return book
    }

    private static func facts(
        in environment: Environment = production, agreeing agreements: Set<String> = [], isOfLogin: Bool = false
    ) -> RequestGate.Facts {
        RequestGate.Facts(pool: "shop", environment: environment, agreements: agreements, isOfLogin: isOfLogin)
    }

    private static func request(_ method: HTTPMethod, _ url: String = "https://api.test/v1/items") -> WireRequest {
        WireRequest(method: method, url: URI(url))
    }

    // MARK: What is unsafe

    @Test(arguments: ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"])
    func safeMethodsPass(_ method: String) {
        var request = Self.request(HTTPMethod(rawValue: method))
        request.headers.add(HeaderField("X-HTTP-Method-Override", " get "))
        request.headers.add(HeaderField("Accept", "text/plain"))
        request.body = .bytes(Array(#"{"query": "{ items }"}"#.utf8))
        #expect(Self.book().decide(request, Self.facts()) == .allowed)
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "CONNECT", "PURGE", "MKCOL", "get", "Head", "delete", "GETS"])
    func everyOtherMethodIsRefused(_ method: String) {
        let decision = Self.book().decide(Self.request(HTTPMethod(rawValue: method)), Self.facts())
        #expect(decision == .refused(Self.rule, .method(HTTPMethod(rawValue: method))))
        #expect(decision.refusal == "\(method) may change something, and production is read-only (explorer.yaml:7)")
    }

    @Test(arguments: [
        ("X-HTTP-Method-Override", "DELETE"), ("x-http-method-override", "put"), ("X-HTTP-Method", " PATCH "),
        ("X-Method-Override", "POST"), ("X_HTTP_METHOD_OVERRIDE", "DELETE"), ("X-HTTP-Method-Override", "GET, DELETE"),
        ("Content-Length", "0"), ("Transfer-Encoding", "chunked"),
    ])
    func aFieldThatNamesAnotherMethodIsRefused(_ name: String, _ value: String) {
        var request = Self.request(.get)
        request.headers.add(HeaderField(name, value))
        #expect(Self.book().decide(request, Self.facts()).refusal?.contains("header \(name)") == true)
    }

    @Test(arguments: [
        "_method=DELETE", "a=1&_method=put", "%5Fmethod=PATCH", "_METHOD=delete", "_method[]=DELETE", "a=1;_method=DELETE",
        "x-http-method-override=POST", "_method=", "_HttpMethod=PATCH",
    ])
    func aQueryThatNamesAnotherMethodIsRefused(_ query: String) {
        let decision = Self.book().decide(Self.request(.get, "https://api.test/v1/items?\(query)"), Self.facts())
        #expect(decision.refusal?.contains("query parameter") == true)
    }

    @Test(arguments: ["q=lamp", "_method=GET", "method=DELETE", "name=_method", ""])
    func otherQueriesPass(_ query: String) {
        #expect(Self.book().decide(Self.request(.get, "https://api.test/v1/items?\(query)"), Self.facts()) == .allowed)
    }

    @Test(arguments: ["_method=DELETE", "a=1&%5fmethod=DELETE", #"Content-Disposition: form-data; name="_method""#])
    func aBodyThatNamesAnotherMethodIsRefused(_ body: String) {
        var request = Self.request(.query)
        request.body = .bytes(Array(body.utf8))
        #expect(Self.book().decide(request, Self.facts()).refusal?.contains("its body") == true)
    }

    /// What a verification sends without `--unsafe`: no workspace has a guard.
    @Test(
        arguments: [
            ("DELETE", "", nil), ("GET", "?_method=DELETE", nil), ("GET", "?x_http_method=PUT", nil),
            ("GET", "", "X-HTTP-Method-Override"), ("HEAD", "", "X-Method-Override"), ("OPTIONS", "", "X-HTTP-Method"),
        ] as [(String, String, String?)])
    func aCallThatSendsOnlyWhatIsSafeIsRefusedWithoutAnyGuard(_ method: String, _ query: String, _ field: String?) {
        let facts = Self.facts(agreeing: [GuardRule.onlySafe])
        var request = Self.request(HTTPMethod(rawValue: method), "https://api.test/v1/items\(query)")
        if let field { request.headers.add(HeaderField(field, "DELETE")) }
        #expect(GuardBook().decide(request, facts).refusal?.hasSuffix(", and only safe requests are sent") == true)
        #expect(Self.book(.confirm).decide(request, facts).refusal?.hasSuffix(", and only safe requests are sent") == true)
        #expect(GuardBook().decide(request, Self.facts()) == .allowed)
        #expect(GuardBook().decide(Self.request(.get), facts) == .allowed)
        #expect(GuardBook().decide(Self.request(.post), Self.facts(agreeing: [GuardRule.onlySafe], isOfLogin: true)) == .allowed)
    }

    /// GraphQL sends queries by POST, and only the server knows whether a POST changes anything.
    @Test func aQueryOfGraphQLByPostIsRefused() {
        var request = Self.request(.post)
        request.body = .bytes(Array(#"{"query": "query { items }"}"#.utf8))
        #expect(Self.book().decide(request, Self.facts()) == .refused(Self.rule, .method(.post)))
    }

    @Test func aTokenRequestPassesAndNoOtherRequestOfALogin() {
        let facts = Self.facts(isOfLogin: true)
        #expect(Self.book().decide(Self.request(.post), facts) == .allowed)
        #expect(Self.book().decide(Self.request(.delete), facts) == .refused(Self.rule, .method(.delete)))
        var masked = Self.request(.post)
        masked.headers.add(HeaderField("X-HTTP-Method-Override", "DELETE"))
        #expect(Self.book().decide(masked, facts).refusal != nil)
    }

    // MARK: Whose address it is

    @Test(arguments: [
        "https://api.test/v1", "https://api.test/v1/items/1", "https://API.test:443/v1/items", "http://api.test/v1/items",
        "https://api.test./v1/items", "https://user:word@api.test/v1/items", "https://api.test/v2/items", "https://api.test/",
        "https://api.test/v2/../v1/items", "https://api.test/v2%2F..%2Fv1",
    ])
    func anAddressOfTheEnvironmentIsGuardedFromAnyOther(_ url: String) {
        let decision = Self.book().decide(Self.request(.delete, url), Self.facts(in: Self.staging))
        #expect(decision == .refused(Self.rule, .method(.delete)), "\(url)")
    }

    @Test func anAddressOfNoEnvironmentBelongsToTheOneInUse() {
        let request = Self.request(.delete, "https://other.test/x")
        #expect(Self.book().decide(request, Self.facts()) == .refused(Self.rule, .method(.delete)))
        #expect(Self.book().decide(request, Self.facts(in: Self.staging)) == .allowed)
        var foreign = Self.facts()
        foreign.pool = "another API"
        #expect(Self.book().decide(request, foreign) == .allowed)
        foreign.pool = ""
        #expect(Self.book().decide(request, foreign) != .allowed, "a pool without a name may be of any API")
    }

    @Test func anAddressOfAnotherEnvironmentFollowsThatOne() {
        let request = Self.request(.delete, "https://stage.test/v1/items")
        #expect(Self.book().decide(request, Self.facts()) == .allowed)
    }

    @Test func environmentsOfOneServerAreToldApartByTheirPaths() {
        var book = GuardBook()
        book.record(
            [
                Self.place(Self.production, "https://one.test/", Self.rule), Self.place(Self.staging, "https://one.test/stage"),
            ], of: "explorer.yaml")
        func isAllowed(_ path: String, in environment: Environment) -> Bool {
            book.decide(Self.request(.put, "https://one.test\(path)"), Self.facts(in: environment)) == .allowed
        }
        #expect(isAllowed("/stage/items", in: Self.staging))
        #expect(!isAllowed("/items", in: Self.staging))
        #expect(!isAllowed("/stages/items", in: Self.staging))
        #expect(!isAllowed("/stage/../items", in: Self.staging))
        #expect(!isAllowed("/stage/%2e%2e/items", in: Self.staging))
        #expect(!isAllowed("/stage/items", in: Self.production), "the environment in use has the address too")
    }

    @Test func ofTwoEnvironmentsAtOneAddressTheStricterCounts() {
        var book = GuardBook()
        book.record(
            [Self.place(Self.production, "https://one.test", Self.rule), Self.place(Self.staging, "https://one.test/")],
            of: "explorer.yaml")
        #expect(book.decide(Self.request(.put, "https://one.test/x"), Self.facts(in: Self.staging)) != .allowed)
    }

    @Test func aHostFieldCountsAsAnAddress() {
        var request = Self.request(.delete, "https://stage.test/v1/items")
        request.headers.add(HeaderField("Host", "api.test"))
        #expect(Self.book().decide(request, Self.facts(in: Self.staging)) == .refused(Self.rule, .method(.delete)))
    }

    @Test func requestsToAnotherBaseAreGuardedAsTheEnvironment() {
        var book = Self.book()
        book.redirect(Self.production, of: "shop")
        let facts = RequestGate.Facts()
        #expect(book.decide(Self.request(.delete, "http://localhost:1/x"), facts) == .refused(Self.rule, .method(.delete)))
        #expect(book.decide(Self.request(.get, "http://localhost:1/x"), facts) == .allowed)
    }

    // MARK: What the user agrees to

    @Test func aConfirmedRequestPassesAndAnotherAsks() {
        let book = Self.book(.confirm)
        var rule = Self.rule
        rule.level = .confirm
        #expect(book.decide(Self.request(.put), Self.facts()) == .confirm([rule], .method(.put)))
        #expect(book.decide(Self.request(.put), Self.facts(agreeing: [rule.agreement])) == .allowed)
        #expect(book.decide(Self.request(.put), Self.facts(agreeing: ["", "shop staging"])) == .confirm([rule], .method(.put)))
        #expect(book.decide(Self.request(.get), Self.facts()) == .allowed)
        #expect(
            book.decide(Self.request(.put), Self.facts()).refusal
                == "PUT may change something, and production asks before each change (explorer.yaml:7): the user has not confirmed it"
        )
    }

    @Test func noAgreementOpensWhatIsReadOnly() {
        #expect(Self.book().decide(Self.request(.put), Self.facts(agreeing: [Self.rule.agreement, ""])) != .allowed)
    }

    @Test func theOptionAndTheSessionGuardEverything() {
        var book = GuardBook()
        #expect(!book.hasRules)
        book.session = .confirm
        let away = Self.request(.put, "https://other.test/x")
        #expect(book.decide(away, Self.facts()) == .confirm([GuardRule(.confirm, .session)], .method(.put)))
        #expect(book.decide(away, Self.facts(agreeing: [""])) == .allowed)
        book.isReadOnly = true
        #expect(book.decide(away, Self.facts(agreeing: [""])) == .refused(GuardRule(.readOnly, .option), .method(.put)))
        #expect(
            book.rules(in: Self.staging, of: "shop").map(\.words) == [
                "everything is read-only (--read-only)", "everything asks before each change (:guard)",
            ])
    }

    @Test func theSessionNeverWeakensTheFile() {
        var book = Self.book()
        book.session = .confirm
        #expect(book.decide(Self.request(.put), Self.facts(agreeing: [""])) == .refused(Self.rule, .method(.put)))
        book.session = nil
        #expect(book.decide(Self.request(.put), Self.facts()) == .refused(Self.rule, .method(.put)))
    }

    @Test func aFileThatIsReadAgainReplacesItsGuardsAlone() {
        var book = Self.book()
        book.record([Self.place(Self.production, "https://more.test", Self.rule, api: "more")], of: "other/explorer.yaml")
        book.record([Self.place(Self.production, "https://api.test/v1")], of: "explorer.yaml")
        #expect(book.decide(Self.request(.put), Self.facts()) == .allowed)
        #expect(book.decide(Self.request(.put, "https://more.test/x"), Self.facts()) != .allowed)
    }
}
