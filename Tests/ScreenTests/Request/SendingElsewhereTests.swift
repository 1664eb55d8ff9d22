// What was typed for the API goes to another server only after a question that names that server.

import Canvas
import Catalog
import NetLayer
import Testing

@testable import Screen
@testable import Workbench

@Suite struct SendingElsewhereTests {
    private static let text = #"""
        {"openapi": "3.1.0", "info": {"title": "Files"}, "servers": [{"url": "https://api.example"}, {"url": "https://evil.example"}],
         "components": {"securitySchemes": {"t": {"type": "http", "scheme": "bearer"}}}, "security": [{"t": []}],
         "paths": {"/list": {"get": {"operationId": "list"}},
                   "/same": {"servers": [{"url": "https://api.example/v2"}], "get": {"operationId": "same"}},
                   "/open": {"servers": [{"url": "https://open.example"}], "get": {"operationId": "open", "security": []}},
                   "/second": {"servers": [{"url": "https://evil.example"}], "get": {"operationId": "second"}},
                   "/upload": {"servers": [{"url": "https://upload.example:8443/v2"}], "get": {"operationId": "upload"}}}}
        """#

    /// A token is typed where it was meant: on the form of `list`.
    private func driver(token: Bool = true, _ headers: Headers = Headers()) throws -> Driver {
        let description = try Shop.read(Array(Self.text.utf8))
        let defaults = RequestDefaults(generator: RequestGenerator(commonHeaders: headers))
        var driver = Driver(description, ServicePool(description), width: 140, height: 40, defaults: defaults)
        driver.select("list")
        if token { driver.keys("2 l l enter 'hunter2' esc 1") }
        _ = driver.takeEffects()
        return driver
    }

    private func sent(_ driver: inout Driver, _ headers: Headers = Headers()) throws -> [(host: String?, token: String?)] {
        try driver.takeEffects().compactMap { effect in
            guard case .engine(.send(let order)) = effect else { return nil }
            let (plan, pool) = (order.plan, order.pool)
            let request = try RequestGenerator(commonHeaders: headers).request(for: plan, on: pool.services.first)
            return (request.url.host, request.headers["Authorization"])
        }
    }

    @Test func theAPIsOwnServerGetsIt() throws {
        var driver = try driver()
        for name in ["list", "same"] {
            driver.select(name)
            driver.keys("s")
            let sent = try sent(&driver)
            #expect(sent.map(\.host) == ["api.example"] && sent.map(\.token) == ["Bearer hunter2"], "\(name)")
            #expect(driver.model.dialogs.open == nil && !driver.text.contains("GET https://"))
        }
    }

    @Test func anotherServerIsNamedAndAskedForAndTheDefaultIsNo() throws {
        var driver = try driver()
        driver.select("upload")
        #expect(driver.text.contains("Request · GET https://upload.example:8443/v2/upload"), "\(driver.text)")
        for key in ["n", "enter", "esc"] {
            driver.keys("s")
            #expect(driver.takeEffects().allSatisfy { !$0.isSend })
            #expect(driver.text.contains("goes to another server than the API's:"), "\(driver.text)")
            #expect(
                driver.text.contains("https://upload.example:8443") && driver.text.contains("Send its Authorization there too?"))
            driver.keys(key)
            #expect(driver.takeEffects().allSatisfy { !$0.isSend } && driver.model.dialogs.open == nil)
            #expect(driver.text.contains("Nothing was sent to https://upload.example:8443"))
            #expect(driver.model.sending.heldSends.isEmpty && driver.model.result.awaited == nil)
        }
    }

    @Test func yesHoldsForThatServerAndForNoOther() throws {
        var driver = try driver()
        driver.select("upload")
        driver.keys("s y")
        var sent = try sent(&driver)
        #expect(sent.map(\.host) == ["upload.example"] && sent.map(\.token) == ["Bearer hunter2"])
        driver.keys("s")
        sent = try self.sent(&driver)
        #expect(sent.map(\.token) == ["Bearer hunter2"], "agreed once")
        // A second server of the description is none that the user has looked at.
        driver.select("second")
        driver.keys("s")
        #expect(driver.takeEffects().allSatisfy { !$0.isSend })
        #expect(driver.text.contains("https://evil.example:443"))
        driver.keys("n")
        let description = try Shop.read(Array(Self.text.utf8))
        driver.update(.source(.described(description, ServicePool(description))))
        #expect(driver.model.sending.agreedOrigins.isEmpty, "another reading forgets it with the credentials")
    }

    @Test func itCanGoWithout() throws {
        var driver = try driver()
        driver.select("upload")
        driver.keys("s w")
        let sent = try sent(&driver)
        #expect(sent.map(\.host) == ["upload.example"] && sent.map(\.token) == [nil])
        #expect(driver.model.sending.agreedOrigins.isEmpty)
    }

    /// What is copied is what would be sent: the operation's server, without what is not for it.
    @Test func aCopiedLineNamesTheServerThatItIsSentTo() throws {
        var driver = try driver()
        driver.select("upload")
        driver.keys("Y")
        let texts = driver.takeEffects().compactMap { effect -> String? in
            guard case .outside(.copy(let clip)) = effect, case .text(let text) = clip.content else { return nil }
            return text
        }
        #expect(texts.first?.contains("https://upload.example:8443/v2/upload") == true, "\(texts)")
        #expect(!texts.joined().contains("uthorization") && !texts.joined().contains("hunter2"), "\(texts)")
    }

    @Test func whatNeedsNoCredentialIsSentAtOnce() throws {
        var driver = try driver()
        driver.select("open")
        driver.keys("s")
        let sent = try sent(&driver)
        #expect(sent.map(\.host) == ["open.example"] && sent.map(\.token) == [nil])
    }

    /// `-H` of the command line is typed for the API too.
    @Test func aHeaderOfTheCommandLineIsAskedFor() throws {
        let headers: Headers = ["Authorization": "Bearer line"]
        var driver = try driver(token: false, headers)
        driver.select("open")
        driver.keys("s")
        #expect(driver.text.contains("https://open.example:443") && driver.takeEffects().allSatisfy { !$0.isSend })
        driver.keys("y")
        #expect(try sent(&driver, headers).map(\.token) == ["Bearer line"])
    }

    @Test func aGroupIsAskedForOnce() throws {
        var driver = try driver()
        driver.select("upload")
        driver.keys(": 'repeat 3' enter")
        #expect(driver.text.contains("https://upload.example:8443"))
        driver.keys("y")
        let groups = driver.takeEffects().compactMap { if case .engine(.sendGroup(let order)) = $0 { order } else { nil } }
        #expect(groups.map(\.members.count) == [3])
        #expect(groups.map(\.plan.credentialScope.agreed) == [["https://upload.example:8443"]])
    }

    /// What is sent again from the history goes where it went; the API's credentials do not follow by themselves.
    @Test func anEntryOfTheHistoryIsAskedForToo() throws {
        let headers: Headers = ["Authorization": "Bearer line"]
        var driver = try driver(token: false, headers)
        driver.keys("H")
        let plan = RequestPlan(id: "upload", path: "https://upload.example:8443/v2/upload")
        let past = PastExchange(
            task: PastExchange.task(1), age: .zero, duration: nil, service: "", heads: [], plan: plan, whyNoPlan: "")
        driver.update(.history(.opened(past, .resend, Answer(task: past.task, head: nil, url: nil, bytes: 0, kind: .text))))
        #expect(driver.takeEffects().allSatisfy { !$0.isSend })
        #expect(driver.text.contains("https://upload.example:8443"), "\(driver.text)")
    }

    /// Whoever changes the description while its token is in memory does not choose who gets it.
    @Test func anotherServerAfterReadingAgainIsAskedFor() throws {
        var driver = try driver()
        let other = try Shop.read(Array(Self.text.replacing("https://api.example\"}", with: "https://late.example\"}").utf8))
        let old = try #require(driver.model.description)
        driver.update(.source(.reread(other, ServicePool(other), other.changes(since: old))))
        driver.select("list")
        _ = driver.takeEffects()
        driver.keys("s")
        #expect(driver.takeEffects().allSatisfy { !$0.isSend })
        #expect(driver.text.contains("https://late.example:443"), "\(driver.text)")
        driver.keys("y")
        #expect(try sent(&driver).map(\.host) == ["late.example"])
        // It goes back to what it was: nothing is to be asked.
        driver.update(.source(.reread(old, ServicePool(old), old.changes(since: other))))
        driver.select("list")
        driver.keys("s")
        #expect(try sent(&driver).map(\.token) == ["Bearer hunter2"] && driver.model.dialogs.open == nil)
    }

    /// A response that names a host does not choose who gets the user's secrets.
    @Test func aCapturedHostOfARunIsAskedFor() throws {
        for (key, isSent) in [("n", false), ("y", true)] {
            var work = try SavedShop.work()
            var hop = WorkspaceRequest(name: "hop", target: .address(.get, try WorkspaceText("http://${host}/echo")))
            hop.auth = .bearer(try WorkspaceText("${env:SHOP_PASSWORD}"))
            work.saved.requests[0].captures.append(ResponseCapture("host", .json(try .init("$.host"))))
            work.saved.requests.append(hop)
            work.saved.chains.append(WorkspaceSeries(name: "hopping", members: ["login", "hop"]))
            var driver = Driver(loading: "explorer.yaml", width: 100, height: 30, workspace: work)
            driver.update(.source(.described(try Shop.description(), Shop.pool)))
            driver.keys(": 'run hopping' enter")
            driver.bring([ExternalReference(.env, "SHOP_PASSWORD"): Secret("geheim")])
            _ = driver.takeEffects()
            let task = try #require(driver.model.workspace?.sent.keys.first)
            driver.update(.workspace(.judged(task, ResponseVerdict(captured: ["host": .plain("evil.example:9102")]))))
            #expect(driver.takeEffects().allSatisfy { !$0.isSend })
            #expect(driver.text.contains("http://evil.example:9102"), "\(driver.text)")
            #expect(driver.text.contains("Send its Authorization there too?"))
            driver.wait(Model.questionPause)
            driver.keys(key)
            #expect(driver.takeEffects().contains { $0.isSend } == isSent)
            #expect(driver.model.workspace?.runs.isEmpty == !isSent)
        }
    }

    /// A client certificate proves who asks: it is shown to the API's servers, and where the user typed the URL.
    @Test func aClientCertificateStaysWithTheAPI() {
        var own = ConnectionOptions()
        (own.clientCertificateFile, own.caFile) = ("/me.pem", "/ca.pem")
        let pool = ServicePool([Service(name: "api", baseURL: URI("https://api.example/v1"))])
        for (path, pool, isShown) in [
            ("/x", pool, true), ("https://api.example/x", pool, true), ("https://other.example/x", pool, false),
            ("https://api.example:8443/x", pool, false), ("https://{h}/x", pool, false),
            ("https://other.example/x", ServicePool([]), true),
        ] {
            var plan = RequestPlan(id: "p", path: path)
            plan.applyConnection(own, from: pool)
            #expect(plan.connection.clientCertificateFile == (isShown ? "/me.pem" : nil), "\(path)")
            #expect(plan.connection.caFile == "/ca.pem")
        }
        var plan = RequestPlan(id: "p", path: "/x")
        plan.destination.baseURL = URI("https://other.example")
        plan.applyConnection(own, from: pool)
        #expect(plan.connection.clientCertificateFile == nil)
    }

    @Test func whoGetsWhatIsTypedAtALoginIsNamed() throws {
        var driver = try Vault.driver(Size(width: 120, height: 40))
        driver.keys(": 'login' enter")
        for text in ["The credentials go to https://id.example:443 and", "https://vault.example:443", "not the"] {
            #expect(driver.text.contains(text), "\(driver.text)")
        }
    }
}
