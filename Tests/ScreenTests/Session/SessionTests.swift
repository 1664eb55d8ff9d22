// What is there again when the program is opened once more, and what never lies in a file.

import Canvas
import Catalog
import NetLayer
import Testing

@testable import Screen

@Suite struct SessionTests {
    private static let text = ##"""
        {"openapi": "3.1.0", "info": {"title": "Club", "version": "1"}, "servers": [{"url": "https://club.example"}],
         "components": {"securitySchemes": {"desk": {"type": "http", "scheme": "bearer"}}}, "security": [{"desk": []}],
         "paths": {
          "/members": {"post": {"operationId": "join", "tags": ["members"], "parameters": [
             {"name": "note", "in": "query", "schema": {"type": "string"}}, {"name": "api_key", "in": "query", "schema": {"type": "string"}},
             {"name": "pin", "in": "query", "schema": {"type": "string", "format": "password"}}],
            "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}, "text/plain": {"schema": {"type": "string"}}}},
            "responses": {"201": {"description": "In."}}}},
          "/halls": {"get": {"operationId": "halls", "tags": ["halls"], "responses": {"200": {"description": "Them."}}}},
          "/lobby": {"get": {"operationId": "lobby", "tags": ["halls"], "responses": {"200": {"description": "It."}}}}}}
        """##

    private static let pool = ServicePool([
        Service(
            name: "a",
            deployments: [.release, .test].map { Deployment($0, baseURL: URI("https://\($0).club.example")) })
    ])

    /// The program, opened on the club; with what was kept the last time.
    private func open(_ kept: [UInt8]? = nil, text: String = Self.text, remembers: Bool = true) throws -> Driver {
        let memory = SessionMemory(kept.flatMap(Session.init(json:)))
        return Driver(
            try Shop.read(Array(text.utf8)), Self.pool, width: 120, height: 40, memory: remembers ? memory : nil)
    }

    /// What was asked to be kept since the last time, as the file has it.
    private func kept(_ driver: inout Driver) -> [[UInt8]] {
        driver.takeEffects().compactMap { if case .screen(.remember(let session)) = $0 { session.json } else { nil } }
    }

    private func field(_ name: String, _ driver: Driver) -> String? {
        driver.model.form?.fields.first { $0.name == name }?.input.text
    }

    private func type(_ text: String, into name: String, _ driver: inout Driver) throws {
        let form = try #require(driver.model.form)
        let index = try #require(form.fields.firstIndex { $0.name == name })
        driver.keys("2")
        try #require(form.tab == .params)
        driver.keys("g " + String(repeating: "j ", count: index) + "enter '\(text)' esc")
    }

    @Test func theScreenIsThereAgain() throws {
        var driver = try open()
        driver.select("halls")
        // Only without a filter there are groups to fold.
        driver.keys("1 / C-u enter left")
        driver.keys(": 'set wrap on' enter : 'set summaries off' enter")
        driver.keys(": 'env test' enter")
        driver.keys("> >")
        driver.select("join")
        try type("red", into: "note", &driver)
        driver.keys("2 . .")
        driver.wait(.seconds(2))
        let session = try #require(kept(&driver).last)
        let before = driver.model.session
        #expect(
            before.environment == "test" && before.endpoint == "join" && before.folded == ["halls"] && before.pane == .request)
        #expect(before.splits != Splits() && before.settings == [.wrap: "on", .summaries: "off"])
        #expect(before.forms["join"]?.tab == .body)

        var again = try open(session)
        #expect(again.model.session == before)
        #expect(again.model.api.pool.environment.rawValue == "test")
        #expect(field("note", again) == "red" && again.model.form?.tab == .body)
        // Nothing is new, so nothing is written.
        again.keys("j k")
        again.wait(.seconds(2))
        let written = kept(&again)
        #expect(written.isEmpty || again.model.session != before)
    }

    @Test func whatWasTypedComesBackForEachEndpoint() throws {
        var driver = try open()
        driver.select("join")
        try type("red", into: "note", &driver)
        driver.keys("2 . . enter down enter 'plain words' esc")
        #expect(driver.model.form?.body?.contentType == "text/plain")
        driver.select("halls")
        driver.keys("2 enter 'own=1' esc . enter 'X-Own: 2' esc")
        driver.wait(.seconds(2))
        let session = try #require(kept(&driver).last)
        var again = try open(session)
        let plan = try #require(again.model.form?.requestDraft().plan)
        #expect(plan.parameters.map(\.description) == ["query own=1"] && plan.headers.fields.map(\.description) == ["X-Own: 2"])
        again.select("join")
        #expect(field("note", again) == "red")
        #expect(again.model.form?.body?.contentType == "text/plain" && again.model.form?.body?.area.text == "plain words")
        // Who empties a field has emptied it for the next time too.
        again.keys("2")
        again.keys(", , g enter C-u esc")
        again.wait(.seconds(4))
        let emptied = try #require(kept(&again).last)
        let last = try open(emptied)
        #expect(last.model.form?.endpoint.id == "join" && field("note", last)?.isEmpty == true)
        #expect(
            last.model.session.forms["halls"] == again.model.session.forms["halls"],
            "an endpoint that nobody looked at keeps its texts")
    }

    /// By name, by what the description says, by what it is, or because it was typed as a secret elsewhere.
    @Test func noSecretIsKept() throws {
        var driver = try open()
        driver.select("join")
        try type("key-5ecret", into: "api_key", &driver)
        try type("pin-5ecret", into: "pin", &driver)
        try type("about tok-5ecret", into: "note", &driver)
        driver.keys("2 G enter 'token=own-5ecret' esc")
        driver.keys("2 . G enter 'Authorization: Bearer head-5ecret' esc")
        driver.keys("2 . enter '")
        driver.keys("esc")
        driver.update(.user(.pasted("")))
        let auth = try #require(driver.model.form?.tabs.firstIndex(of: .auth))
        let now = try #require(driver.model.form.flatMap { form in form.tabs.firstIndex(of: form.tab) })
        driver.keys(String(repeating: ". ", count: max(0, auth - now)) + "enter 'tok-5ecret' esc")
        driver.wait(.seconds(2))
        let session = try #require(kept(&driver).last)
        let shown = String(decoding: session, as: UTF8.self)
        #expect(!shown.contains("5ecret"), "\(shown)")
        #expect(driver.model.sending.credentials["desk", .secret] == "tok-5ecret", "it was typed")
    }

    @Test(arguments: [
        (#"{"name": "x", "password": "p"}"#, true), (#"{"a": [{"accessToken": 1}]}"#, true),
        (#"{"name": "the password"}"#, false),
        ("client_secret=1&a=2", true), ("<password>x</password>", true), ("plain words", false), (#"{"broken": "#, false),
    ])
    func bodiesWithNamedSecretsAreKnown(_ text: String, _ isSecret: Bool) { #expect(NamedSecrets.stand(in: text) == isSecret) }

    @Test func aKeyIsKeptASecondLaterAndTheEndAtOnce() throws {
        var driver = try open()
        _ = kept(&driver)
        driver.select("halls")
        #expect(kept(&driver).isEmpty)
        #expect(driver.model.nextDeadline.map { $0 <= .seconds(1) } == true)
        driver.wait(.milliseconds(900))
        #expect(kept(&driver).isEmpty)
        driver.wait(.milliseconds(200))
        #expect(kept(&driver).count == 1)
        #expect(driver.model.nextDeadline == nil, "the program sleeps")
        driver.select("join")
        driver.keys("Q")
        let effects = driver.takeEffects()
        #expect(effects.last == .screen(.quit))
        guard case .screen(.remember(let session))? = effects.dropLast().last else {
            Issue.record("the session is kept before the end: \(effects)")
            return
        }
        #expect(session.endpoint == "join")
    }

    @Test func whereNothingIsRememberedNothingIsKept() throws {
        var driver = try open(remembers: false)
        driver.select("halls")
        driver.wait(.seconds(2))
        driver.keys("Q")
        #expect(kept(&driver).isEmpty)
        // Before the description is there, nothing takes the place of what was kept.
        var loading = Driver(loading: "x.json", width: 80, height: 24, memory: SessionMemory(Session()))
        loading.keys("2 1")
        loading.wait(.seconds(2))
        loading.keys("Q")
        #expect(kept(&loading).isEmpty)
    }

    @Test func whatTheDescriptionHasNoMoreIsLeftOut() throws {
        var driver = try open()
        driver.select("halls")
        // Only without a filter there are groups to fold.
        driver.keys("1 / C-u enter left")
        driver.wait(.seconds(2))
        let session = try #require(kept(&driver).last)
        let again = try open(session, text: Self.text.replacing("halls", with: "rooms"))
        #expect(again.model.endpoints.selectedEndpoint != nil && again.model.session.folded.isEmpty)
    }

    @Test(arguments: ["", "{}", "[1]", "{\"version\": 2}", "{\"version\": 1, \"pane\": 99, \"forms\": [1], \"top\": -4}"])
    func whatIsNoSessionIsNone(_ text: String) throws {
        let session = Session(json: Array(text.utf8))
        #expect(session == nil || session == Session())
    }

    @Test func allOfItComesBackFromItsText() throws {
        var session = Session()
        (session.endpoint, session.environment, session.theme) = ("é \"x\"", "test", "light")
        (session.top, session.folded, session.pane, session.resultTab) = (3, ["a", "b\n"], .tasks, .headers)
        session.resultKind = ResponseKind(text: "json list error")
        (session.splits, session.settings) = (Splits(width: 31, height: 9), [.wrap: "on", .fullscreen: "off"])
        var form = Session.Form()
        form.tab = .headers
        (form.contentType, form.choice) = ("application/json", "Cat")
        let places: [Session.Form.Place] = [
            .parameter("a", .cookie), .part("p", contentType: "multipart/form-data", 1), .file(contentType: "image/png"),
            .saved("s", .auth, 2), .own(.query), .own(.header), .body(contentType: "a/b", choice: nil, isForeign: true),
            .body(contentType: "a/b", choice: "Dog", isForeign: false),
        ]
        form.texts = places.map { .init(place: $0, text: "line 1\nline \u{1F600}\t2") }
        session.forms = ["one": form, "two": Session.Form()]
        #expect(Session(json: session.json) == session)
    }
}
