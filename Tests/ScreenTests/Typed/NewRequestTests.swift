// A request of the user's own, from the line to the form and to the wire.

import Canvas
import Catalog
import RequestFiles
import TestSupport
import Testing

@testable import NetLayer
@testable import Screen
@testable import Workbench

@Suite struct NewRequestTests {
    private func sent(_ driver: inout Driver) throws -> RequestPlan {
        try #require(driver.takeEffects().compactMap(\.plan).first)
    }

    @Test func aTypedLineBecomesAForm() throws {
        var driver = try Driver()
        driver.keys("n 'post https://other.example/items/{id}?page=2' enter")
        #expect(driver.model.focus == .request && driver.model.dialogs.open == nil)
        #expect(driver.model.form?.endpoint.path == "https://other.example/items/{id}")
        driver.keys("enter '7' esc s")
        let plan = try sent(&driver)
        let request = try RequestGenerator().request(for: plan, on: nil)
        #expect("\(request.method)" == "POST" && request.url.revealed == "https://other.example/items/7?page=2")
        // No body was typed, and none is sent.
        #expect(request.body == .none)
    }

    @Test func aBodyIsSentWithItsType() throws {
        var driver = try Driver()
        driver.keys("+ 'PUT https://other.example/x' enter enter '{}' esc s")
        let plan = try sent(&driver)
        #expect(plan.body == .bytes(Array("{}".utf8), contentType: "application/json"))
    }

    @Test func aPathGoesToTheServices() throws {
        var driver = try Driver()
        driver.keys("n '/items?limit=1' enter s")
        let plan = try sent(&driver)
        #expect(plan.path.hasPrefix("/items") && !plan.hasOwnAddress)
    }

    @Test func aBadLineIsExplainedInTheDialog() throws {
        var driver = try Driver()
        driver.keys("n 'GET nonsense' enter")
        #expect(driver.text.contains("is not an address"))
        driver.keys("C-u 'https://other.example' enter")
        #expect(driver.model.requests.typed.count == 1)
    }

    @Test func aPasteWithoutAFieldBecomesAForm() throws {
        var driver = try Driver()
        driver.update(.user(.pasted("curl 'https://other.example/x' \\\n  -H 'X-A: 1'\n")))
        driver.keys("s")
        let plan = try sent(&driver)
        #expect(plan.headers.first("X-A")?.value.revealed == "1")
        driver.update(.user(.pasted("just words")))
        #expect(driver.text.contains("There is no field to paste into"))
    }

    @Test func withoutADescriptionRequestsCanBeWritten() throws {
        var driver = Driver(loading: "https://other.example", width: 80, height: 24)
        driver.keys("n")
        #expect(driver.model.dialogs.open == nil)
        driver.update(.source(.failedToDescribe(Failure(title: "No description", detail: "", hint: ""))))
        driver.keys("n 'https://other.example/x' enter s")
        let plan = try sent(&driver)
        #expect(plan.path == "https://other.example/x")
    }

    @Test func typedRequestsSurviveAReload() throws {
        var driver = try Driver()
        driver.keys("n 'https://other.example/{id}' enter enter '7' esc")
        let (description, pool) = (try Shop.description(), Shop.pool)
        driver.update(.source(.reread(description, pool, description.changes(since: description))))
        driver.keys("s")
        let plan = try sent(&driver)
        #expect(plan.path == "https://other.example/7")
    }

    @Test func aTypedRequestIsSavedInTheWorkspace() throws {
        var driver = try SavedShop.driver()
        driver.keys("n 'PUT https://other.example/x?a=1' enter . . enter '{\"b\": 2}' esc : 'request save other/put' enter")
        guard case .workspace(.change(.put(let request)))? = driver.takeEffects().last else {
            Issue.record("nothing is saved: \(driver.text)")
            return
        }
        #expect(request.target == .address(.put, WorkspaceText(literal: "https://other.example/x")))
        #expect(request.parameters == [.init("a", WorkspaceText(literal: "1"))])
        #expect(request.body == .text(WorkspaceText(literal: "{\"b\": 2}"), type: "application/json"))
    }

    @Test func aSecretOfAPastedLineIsNotSaved() throws {
        var driver = try SavedShop.driver()
        driver.update(.user(.pasted("curl https://other.example/x -H 'Authorization: Bearer abcdef123456'")))
        driver.keys(": 'request save x' enter")
        #expect(!driver.takeEffects().contains { if case .workspace = $0 { true } else { false } })
        #expect(driver.text.contains("a workspace is shared") && !driver.text.contains("abcdef123456"))
    }

    @Test(arguments: [
        "curl https://u:pa55word@other.example/x", "curl 'https://other.example/x?q=a+b&api_key=abcdef123456'",
        "API_KEY=abcdef123456 curl \"https://other.example/$API_KEY\"",
    ])
    func aSecretInTheAddressIsNotSaved(_ line: String) throws {
        var driver = try SavedShop.driver()
        driver.update(.user(.pasted(line)))
        driver.keys(": 'request save x' enter")
        #expect(!driver.takeEffects().contains { if case .workspace = $0 { true } else { false } })
        #expect(!driver.text.contains("pa55word") && !driver.text.contains("abcdef123456"))
    }

    @Test func typedReferencesAreSavedAndPastedOnesAreText() throws {
        var driver = try SavedShop.driver()
        driver.update(.user(.pasted("curl 'https://other.example/x?a=1' -d '{\"b\": \"${tenant}\"}'")))
        driver.keys(", , , , enter C-u '${size}' esc : 'request save x' enter")
        guard case .workspace(.change(.put(let request)))? = driver.takeEffects().last else {
            Issue.record("nothing is saved: \(driver.text)")
            return
        }
        #expect(request.parameters == [.init("a", try WorkspaceText("${size}"))])
        #expect(
            request.body == .text(WorkspaceText(literal: "{\"b\": \"${tenant}\"}"), type: "application/x-www-form-urlencoded"))
    }

    @Test func aReferenceInThePathIsSavedAsOne() throws {
        var driver = try SavedShop.driver()
        driver.keys("n 'https://other.example/{id}/x' enter enter '${tenant}' esc : 'request save x' enter")
        guard case .workspace(.change(.put(let request)))? = driver.takeEffects().last else {
            Issue.record("nothing is saved: \(driver.text)")
            return
        }
        #expect(request.target == .address(.get, try WorkspaceText("https://other.example/${tenant}/x")))
    }

    @Test func aPastedRequestBeginsWithItsOwnValues() throws {
        var driver = Driver(try Shop.description(), Shop.pool, width: 80, height: 24, memory: SessionMemory(nil, theme: "dark"))
        driver.keys("n 'https://other.example/{id}' enter enter '5' esc q")
        #expect(driver.model.session.endpoint == nil)
        #expect(!driver.model.session.forms.keys.contains { $0.contains("other.example") })
    }

    @Test func valuesOutliveADescriptionThatArrivesLate() throws {
        var driver = Driver(loading: "shop.json", width: 80, height: 24)
        driver.update(.source(.failedToDescribe(Failure(title: "No description", detail: "", hint: ""))))
        driver.keys("n 'https://other.example/{id}' enter enter '7' esc")
        driver.update(.source(.failedToDescribe(Failure(title: "Still none", detail: "", hint: ""))))
        #expect(driver.model.form?.endpoint.path == "https://other.example/{id}")
        driver.update(.source(.described(try Shop.description(), Shop.pool)))
        driver.select("other.example")
        driver.keys("s")
        let plan = try sent(&driver)
        #expect(plan.path == "https://other.example/7")
    }

    // MARK: Completion

    @Test func tabCompletesTheNameOfAHeaderAndItsValue() throws {
        var driver = try Driver()
        driver.keys("n 'https://other.example' enter . enter 'conten'")
        #expect(driver.text.contains("Content-Type: "))
        driver.keys("down down tab 'de' enter s")
        let plan = try sent(&driver)
        #expect(plan.headers.fields.map { "\($0.name): \($0.value.revealed)" } == ["Content-Language: de"])
    }

    @Test func enterKeepsWhatWasTyped() throws {
        var driver = try Driver()
        driver.keys("n 'https://other.example' enter . enter 'Accept: a' enter s")
        let plan = try sent(&driver)
        #expect(plan.headers.first("Accept")?.value.revealed == "a")
        driver.keys("enter C-u 'acc' tab 'text/ev' tab enter s")
        let later = try sent(&driver)
        #expect(later.headers.first("Accept")?.value.revealed == "text/event-stream")
    }

    @Test func variablesAreCompletedAndExpanded() throws {
        var driver = try SavedShop.driver()
        driver.keys("n 'https://other.example/{id}' enter enter '${ten' tab esc s")
        let plan = try sent(&driver)
        #expect(plan.path == "https://other.example/a%22b")
    }

    // MARK: curl's own requests

    /// CurlSamplesTests hold what is read from a line to what curl sent for it. What is pasted is the same.
    @Test func nearlyAllLinesAreRecognized() {
        #expect(CurlRecording.all.count { TypedRequestReader.recognises($0.line) } > 135)
    }

    @Test(arguments: CurlRecording.all.filter { TypedRequestReader.recognises($0.line) }) func aPastedCurlLineIsSentAsCurlDoes(
        _ recorded: CurlRecording
    ) throws {
        let read = APIDescription(try CurlReader.readCollection(Array(recorded.line.utf8), file: "line"), source: "line")
        var driver = try Driver()
        let before = driver.model.endpoints.total
        driver.update(.user(.pasted(recorded.line)))
        let description = try #require(driver.model.description)
        #expect(driver.model.endpoints.total == before + read.endpoints.count)
        let service = ServicePool(read).services.first
        for endpoint in read.endpoints {
            let index = try #require(description.typedIndex(endpoint.index))
            let opened = driver.form(index)
            let form = try #require(opened)
            let saved = try #require(read.operation(endpoint.index)?.saved)
            // Files beside curl are not here, and some methods are no methods.
            guard let wanted = try? RequestGenerator().request(for: saved.makePlan(for: endpoint).plan, on: service) else {
                continue
            }
            let ours = try RequestGenerator().request(for: form.requestDraft().plan, on: nil)
            #expect(ours.url.revealed == wanted.url.revealed && ours.method == wanted.method)
            #expect(ours.headers == wanted.headers && ours.body == wanted.body)
            let target = URI(recorded.requests[endpoint.index].target)
            #expect(ours.url.path == (target.path.isEmpty ? "/" : target.path) && ours.url.query == target.query)
        }
    }
}
