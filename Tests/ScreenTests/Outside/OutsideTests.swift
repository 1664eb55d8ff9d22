// Copy, save, page and edit: what the model asks for, what it refuses and why, and what it says afterwards.

import Canvas
import Catalog
import NetLayer
import Testing

@testable import Screen
@testable import Workbench

@Suite struct OutsideTests {
    private static func outside(_ driver: inout Driver) -> [OutsideEffect] {
        driver.takeEffects().compactMap { if case .outside(let effect) = $0 { effect } else { nil } }
    }

    private static func copied(_ driver: inout Driver) -> String? {
        guard case .copy(let clip)? = outside(&driver).first, case .text(let text) = clip.content else { return nil }
        return text
    }

    private static let body = Reply.json("{\n  \"id\": 7\n}")

    // MARK: Copy

    @Test func endpointIsCopiedAsItsURL() throws {
        var driver = try Driver()
        driver.select("list items")
        driver.keys("y")
        #expect(Self.copied(&driver) == "https://api.shop.example/v1/items")
        driver.keys("esc g y")
        #expect(driver.model.notices.shown?.text == "Select an endpoint first")
        #expect(Self.outside(&driver) == [])
    }

    @Test func bodyIsCopiedAsItIsShown() throws {
        var driver = try Driver()
        driver.select("list items")
        let task = driver.exchange(Self.body)
        driver.keys("3 y")
        #expect(Self.outside(&driver) == [.copy(Clip(what: "the body", content: .value(task, node: 0)))])
        driver.keys("j y")
        #expect(Self.outside(&driver) == [.copy(Clip(what: "/id", content: .value(task, node: 2)))])
        driver.keys(". y")
        #expect(Self.outside(&driver) == [.copy(Clip(what: "the body", content: .body(task, .raw)))])
        driver.keys(". y")
        #expect(Self.copied(&driver)?.contains("200 OK") == true)
        driver.keys("4 y")
        #expect(Self.copied(&driver)?.hasPrefix("https://api.shop.example/v1/items") == true)
    }

    @Test func secretsAreNeverCopiedOrEdited() throws {
        var driver = try Driver(SecretForm.description(), Shop.pool, width: 100, height: 30)
        driver.select("/a")
        driver.keys("2 enter 'hunter2' esc y")
        #expect(driver.model.notices.shown?.text == "A secret is not copied")
        driver.keys("e")
        #expect(driver.model.notices.shown?.text == "A secret is not written to a file: type it here")
        #expect(Self.outside(&driver) == [])
        driver.keys("1 y")
        #expect(Self.copied(&driver).map { !$0.contains("hunter2") && $0.contains("token=") } == true)
        driver.keys("Y")
        #expect(Self.copied(&driver)?.contains("token=$TOKEN") == true)
    }

    @Test func curlLineIsOfWhatIsLookedAt() throws {
        var driver = try Driver()
        driver.select("list items")
        driver.keys("Y")
        let line = Self.copied(&driver)
        #expect(line?.hasPrefix("curl -L --compressed ") == true && line?.contains("https://api.shop.example/v1/items") == true)
        driver.exchange(Self.body)
        driver.select("/status")
        driver.keys("3 Y")
        #expect(Self.copied(&driver) == line)
        driver.keys("4 Y")
        #expect(Self.copied(&driver) == line)
        driver.keys("1 Y")
        #expect(Self.copied(&driver)?.contains("/v1/status") == true)
    }

    @Test func missingPathParameterIsSaid() throws {
        var driver = try Driver(SecretForm.description(), Shop.pool, width: 100, height: 30)
        driver.select("users")
        driver.keys("Y")
        #expect(driver.model.notices.shown?.text == "No curl line: path parameter 'id' has no value")
        driver.keys("y")
        #expect(Self.copied(&driver) == "/users/{id}")
    }

    @Test func outcomeIsSaid() throws {
        var driver = try Driver()
        let clip = Clip(what: "the URL", content: .text("x"))
        driver.update(.outside(.copied(clip, .success(1_234))))
        #expect(driver.model.notices.shown?.text == "Copied the URL, 1.2 kB")
        driver.update(.outside(.copied(clip, .failure(Failure(title: "Not copied", detail: "why", hint: "what")))))
        #expect(driver.model.notices.shown?.text == "Not copied: why. what")
        #expect(driver.model.notices.shown?.kind == .error)
    }

    // MARK: Save

    @Test func savingAsksForTheNameAndBeforeItReplaces() throws {
        var driver = try Driver()
        driver.select("list items")
        let task = driver.exchange(Self.body)
        driver.keys("3 W")
        #expect(driver.text.contains("items.json"))
        #expect(driver.screen.cursor != nil)
        driver.keys("C-u '~/a b.json' enter")
        var request = SaveRequest(task: task, path: "~/a b.json", overwrites: false)
        #expect(Self.outside(&driver) == [.save(request)])
        driver.update(.outside(.saved(request, .failure(.exists))))
        #expect(driver.text.contains("~/a b.json already exists."))
        driver.keys("enter")
        #expect(Self.outside(&driver) == [])
        #expect(driver.model.dialogs.open == nil)
        driver.update(.outside(.saved(request, .failure(.exists))))
        driver.keys("y")
        request.overwrites = true
        #expect(Self.outside(&driver) == [.save(request)])
        driver.update(.outside(.saving(request, done: 5_000_000, total: 20_000_000)))
        #expect(driver.lines.last?.contains("5.0 MB of 20 MB") == true)
        driver.update(.outside(.saved(request, .success(SavedFile(path: "/h/a b.json", bytes: 20_000_000)))))
        #expect(driver.model.notices.shown?.text == "Saved 20 MB to /h/a b.json")
    }

    @Test func savePromptTakesAPasteAndGoesAwayByEscape() throws {
        var driver = try Driver()
        driver.exchange(Self.body)
        driver.keys("3 W C-u enter")
        #expect(driver.model.dialogs.open != nil)
        driver.update(.user(.pasted("x/y.json\n")))
        #expect(driver.text.contains("x/y.json"))
        driver.keys("esc")
        #expect(driver.model.dialogs.open == nil)
        #expect(Self.outside(&driver) == [])
    }

    @Test func nothingToSaveIsSaid() throws {
        var driver = try Driver()
        driver.keys("3 W")
        #expect(driver.model.notices.shown?.text == "There is no response yet")
        driver.exchange(.empty(204))
        driver.keys("3 W")
        #expect(driver.model.notices.shown?.text == "The response has no body")
        driver.keys("v")
        #expect(driver.model.notices.shown?.text == "The response has no body")
    }

    // MARK: Pager

    @Test func pagerGetsTheOpenTab() throws {
        var driver = try Driver()
        let task = driver.exchange(Self.body)
        driver.keys("3 v . v")
        #expect(Self.outside(&driver) == [.page(.body(task, .pretty)), .page(.body(task, .raw))])
        driver.keys(". v")
        guard case .page(.text(let headers))? = Self.outside(&driver).first else { throw CancellationError() }
        #expect(headers.contains("200 OK"))
        driver.update(.outside(.paged(Failure(title: "less", detail: "it exited with code 1", hint: ""))))
        #expect(driver.model.notices.shown?.text == "less: it exited with code 1")
    }

    // MARK: Editor

    private static func edit(_ driver: inout Driver) throws -> EditRequest {
        driver.keys("2")
        driver.keys("e")
        guard case .edit(let request)? = outside(&driver).first else { throw CancellationError() }
        return request
    }

    @Test func editedTextComesBackIntoItsField() throws {
        var driver = try Driver()
        driver.select("post /items")
        driver.keys("2 G")
        let request = try Self.edit(&driver)
        #expect(request.fileName == "body.json" && request.name == "body")
        // The person is elsewhere when it comes back.
        driver.select("/status")
        driver.update(.outside(.edited(request, .success("{\"a\": 1}\n"))))
        #expect(driver.model.notices.shown?.text == "body read from the editor, 8 B")
        driver.select("post /items")
        #expect(driver.model.form?.body?.area.text == "{\"a\": 1}")
        driver.update(.outside(.edited(request, .success(request.text + "\n"))))
        #expect(driver.model.notices.shown?.text == "body is unchanged")
    }

    @Test func failureKeepsTheTextAndAGoneFieldTakesNone() throws {
        var driver = try Driver()
        driver.select("post /items")
        driver.keys("2 G")
        let request = try Self.edit(&driver)
        driver.update(.outside(.edited(request, .failure(Failure(title: "vi", detail: "it exited with code 1", hint: "kept")))))
        #expect(driver.model.notices.shown?.text == "vi: it exited with code 1. kept")
        #expect(driver.model.form?.body?.area.text == request.text)
        driver.update(.source(.described(try SecretForm.description(), Shop.pool)))
        driver.keys("esc")
        driver.update(.outside(.edited(request, .success("x"))))
        #expect(driver.model.notices.shown?.text == "body is no longer in the form: the text was not applied")
    }

    @Test func editorIsForFieldsAlone() throws {
        var driver = try Driver()
        driver.exchange(Self.body)
        driver.keys("3 e")
        #expect(driver.model.notices.shown?.text == "The description offers neither PUT nor PATCH for /items")
        driver.keys("4 e")
        #expect(driver.model.notices.shown?.text.hasPrefix("The editor is for a field or the body of the request") == true)
        driver.select("post /items")
        driver.keys("2 G enter A-e")
        #expect(Self.outside(&driver).count == 1)
    }
}

/// An endpoint with a path parameter and a secret in its query.
enum SecretForm {
    static func description() throws -> APIDescription {
        try Shop.read(
            Array(
                #"""
                {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/users/{id}": {"get": {"parameters": [
                  {"name": "token", "in": "query", "schema": {"type": "string"}},
                  {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}]}},
                 "/a": {"get": {"parameters": [{"name": "token", "in": "query", "schema": {"type": "string"}}]}}}}
                """#.utf8))
    }
}
