// Bodies of files and parts: saved from a form, and in the form of what was saved.

import Catalog
import Foundation
import NetLayer
import TestSupport
import Testing
import Workbench

@testable import Screen

@Suite struct SavedBodiesTests {
    private struct Missing: Error {}

    private func driver(_ saved: [WorkspaceRequest] = []) throws -> Driver {
        let file = SharedData.repository.appending(path: "Tests/Fixtures/post.json")
        let description = try APIDescription.parse([UInt8](try Data(contentsOf: file)), source: "post.json", base: nil)
        var work = SavedWork()
        work.requests = saved
        let workspace = WorkspaceWork(saved: work, variables: VariableScopes(), ofEnvironments: [:])
        var driver = Driver(loading: "explorer.yaml", width: 100, height: 30, workspace: workspace)
        driver.update(.source(.described(description, PostOffice.pool)))
        return driver
    }

    private func saved(_ driver: inout Driver) throws -> WorkspaceRequest.Body {
        driver.keys(": 'request save mine' enter")
        let orders = driver.takeEffects().compactMap { effect -> WorkspaceRequest? in
            if case .workspace(.change(.put(let request))) = effect { request } else { nil }
        }
        return try #require(orders.first, "\(driver.text)").body
    }

    private func request(_ endpoint: String, _ body: WorkspaceRequest.Body) -> WorkspaceRequest {
        var request = WorkspaceRequest(name: "mine", target: .endpoint(endpoint))
        request.parameters = [.init("code", WorkspaceText(literal: "AB123456789CD"))]
        request.body = body
        return request
    }

    @Test func partsOfAFormAreSaved() throws {
        var driver = try driver()
        driver.select("claimItem")
        driver.keys("2 g enter 'AB123456789CD' esc l l g enter 'lost' enter '@photo.jpg' esc")
        #expect(
            try saved(&driver)
                == .multipart([.init("why", .text(WorkspaceText(literal: "lost"))), .init("photo", .file("photo.jpg"))]))
    }

    /// The body that is shown goes out: that of another media type is not the one that was saved.
    @Test func anotherMediaTypeIsAnotherBody() throws {
        let text = """
            {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/x": {"post": {"operationId": "x", "requestBody": {
              "content": {"application/json": {"schema": {"type": "object"}}, "text/plain": {"example": "plain"}}}}}}}
            """
        let description = try APIDescription.parse(Array(text.utf8), source: "t", base: nil)
        var request = WorkspaceRequest(name: "mine", target: .endpoint("x"))
        request.body = .json(try WorkspaceText(#"{"a":1}"#))
        var work = SavedWork()
        work.requests = [request]
        let workspace = WorkspaceWork(saved: work, variables: VariableScopes(), ofEnvironments: [:])
        var driver = Driver(loading: "explorer.yaml", width: 100, height: 30, workspace: workspace)
        driver.update(.source(.described(description, PostOffice.pool)))
        driver.select("mine saved")
        var form = try #require(driver.model.form)
        #expect(form.requestDraft().body == .bytes(Array(#"{"a":1}"#.utf8), type: "application/json"))
        form.open(.body)
        form.cycleChoice()
        #expect(form.body?.contentType == "text/plain")
        #expect(form.requestDraft().body == .bytes(Array("plain".utf8), type: "text/plain"))
        #expect(try form.request(named: "mine").body == .text(try WorkspaceText("plain"), type: "text/plain"))
    }

    @Test func whatWasSavedAsPartsIsInTheirFields() throws {
        let parts: [WorkspaceRequest.Part] = [
            .init("why", .text(WorkspaceText(literal: "lost"))), .init("photo", .file("/w/photo.jpg"), type: "image/jpeg"),
            .init("note", .text(WorkspaceText(literal: "@/etc/passwd"))), .init("photo", .file("/w/other.jpg")),
        ]
        var driver = try driver([request("claimItem", .multipart(parts))])
        driver.select("mine saved")
        driver.keys("2 l l")
        #expect(driver.text.contains("@/w/photo.jpg") && driver.text.contains("@/w/other.jpg"), "\(driver.text)")
        #expect(driver.model.form?.filePaths == ["/w/photo.jpg", "/w/other.jpg"], "a text is not a file")
        driver.keys("s")
        for path in ["/w/photo.jpg", "/w/other.jpg"] { driver.update(.outside(.looked(path, .there(path: path)))) }
        let plan = try #require(driver.takeEffects().compactMap(\.plan).first, "\(driver.text)")
        #expect(
            plan.body
                == .multipart(
                    MultipartBody([
                        .init(name: "why", content: .bytes(Array("lost".utf8))),
                        .init(name: "photo", file: "/w/photo.jpg", contentType: "image/jpeg"),
                        .init(name: "note", content: .bytes(Array("@/etc/passwd".utf8))),
                        .init(name: "photo", file: "/w/other.jpg"),
                    ])))
        #expect(try saved(&driver) == .multipart(parts), "untouched, it is what it was")
        driver.keys("g enter C-u 'broken' esc")
        guard case .multipart(let changed) = try saved(&driver) else { throw Missing() }
        #expect(changed.map(\.name) == ["why", "photo", "note", "photo"] && changed[1] == parts[1] && changed[2] == parts[2])
        #expect(changed[0].content == .text(WorkspaceText(literal: "broken")))
    }

    /// The plan of what is sent, once its files have been looked at.
    private func sent(_ driver: inout Driver) throws -> RequestPlan {
        driver.keys("s")
        for path in driver.model.form?.filePaths ?? [] { driver.update(.outside(.looked(path, .there(path: path)))) }
        return try #require(driver.takeEffects().compactMap(\.plan).first, "\(driver.text)")
    }

    /// What a form body says, without its escapes; as it is for one of parts.
    private func said(_ plan: RequestPlan) throws -> [String] {
        let request = try RequestGenerator().request(for: plan, on: PostOffice.pool.services.first)
        guard case .bytes(let bytes) = request.body else { return [] }
        let text = String(decoding: bytes, as: UTF8.self)
        guard request.headers["Content-Type"]?.hasPrefix("application/x-www-form-urlencoded") == true else { return [text] }
        return text.split(separator: "&").map { PercentCoding.decode(String($0).replacing("+", with: " ")) }
    }

    @Test(
        "what is saved of a form is what is sent, by the command line and when it comes back",
        arguments: ["application/x-www-form-urlencoded", "multipart/form-data"])
    func formsAreSavedAsTheyAreSent(_ type: String) throws {
        var driver = try driver()
        driver.select("fillForm")
        driver.keys("2 g")
        if driver.model.form?.body?.contentType != type { driver.keys("space") }
        try #require(driver.model.form?.body?.contentType == type)
        let isMultipart = type.hasPrefix("multipart")
        driver.keys("j enter 'a,b@c/d e' enter ")
        driver.keys(isMultipart ? #"'{"name":"A b"}' esc"# : #"'1,2' enter '{"name":"A b@c"}' enter 'x/y?z=%' esc"#)
        let wanted = try said(try sent(&driver))
        if isMultipart {
            #expect(wanted[0].components(separatedBy: "name=\"tags\"").count == 3 && wanted[0].contains("b@c/d e"))
        } else {
            #expect(wanted == ["tags[0]=a", "tags[1]=b@c/d e", "codes=1,2", "to[name]=A b@c", "way=x/y?z=%"])
        }
        let body = try saved(&driver)
        var request = request("fillForm", body)
        request.parameters = []
        var byCommand = RequestDraft(.address(.post, "/forms"))
        var expansion = VariableExpansion(VariableScopes())
        try byCommand.applySavedRequest(request, mediaType: nil, &expansion)
        #expect(try said(byCommand.plan) == wanted)
        driver = try self.driver([request])
        driver.select("mine saved")
        #expect(try said(try sent(&driver)) == wanted)
        #expect(try saved(&driver) == body)
        driver.keys("2 g j enter C-u 'other@x' esc")
        let texts = try #require(driver.model.form?.fields.map(\.input.text))
        request.body = try saved(&driver)
        driver = try self.driver([request])
        driver.select("mine saved")
        #expect(driver.model.form?.fields.map(\.input.text) == texts, "saved twice, it is escaped no more than once")
    }

    @Test func whatASavedRequestHasInPartsIsNotAskedForOnceMore() throws {
        let text = """
            {"openapi": "3.0.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"post": {"operationId": "enter", "requestBody": {"content": {
            "application/x-www-form-urlencoded": {"schema": {"type": "object", "required": ["to"], "properties": {"to": {"type": "object"}}}}}}}}}}
            """
        var work = SavedWork()
        work.requests = [request("enter", .form([.init("to[name]", WorkspaceText(literal: "A"))]))]
        work.requests[0].parameters = []
        let workspace = WorkspaceWork(saved: work, variables: VariableScopes(), ofEnvironments: [:])
        var driver = Driver(loading: "explorer.yaml", width: 100, height: 30, workspace: workspace)
        driver.update(
            .source(.described(try APIDescription.parse(Array(text.utf8), source: "a.json", base: nil), PostOffice.pool)))
        driver.select("mine saved")
        #expect(try said(try sent(&driver)) == ["to[name]=A"])
    }

    @Test func oneTextOfAListStaysOne() throws {
        let body = WorkspaceRequest.Body.multipart([.init("tags", .text(WorkspaceText(literal: "a,b")))])
        var driver = try driver([request("fillForm", body)])
        driver.select("mine saved")
        #expect(try sent(&driver).body == MultipartBody.encode([.init(name: "tags", content: .bytes(Array("a,b".utf8)))]))
        #expect(try saved(&driver) == body)
    }

    @Test func aTextInThePlaceOfAFileIsNotSaved() throws {
        var driver = try driver()
        driver.select("claimItem")
        driver.keys("2 g enter 'AB123456789CD' esc l l g enter 'lost' enter 'no file' esc : 'request save mine' enter")
        #expect(driver.text.contains("a text in place of a file is not saved"), "\(driver.text)")
        #expect(!driver.takeEffects().contains { if case .workspace = $0 { true } else { false } })
    }

    @Test func whatWasSavedAsATextIsNoFileAndTheOtherWayRound() throws {
        let parts: [WorkspaceRequest.Part] = [
            .init("why", .file("/w/why.txt")), .init("photo", .text(WorkspaceText(literal: "@/etc/passwd"))),
        ]
        var driver = try driver([request("claimItem", .multipart(parts))])
        driver.select("mine saved")
        #expect(
            try sent(&driver).body
                == .multipart(
                    MultipartBody([
                        .init(name: "why", file: "/w/why.txt"),
                        .init(name: "photo", content: .bytes(Array("@/etc/passwd".utf8))),
                    ])))
    }

    @Test func whatWasTypedIntoTheSecondOfANameStaysThere() throws {
        let parts: [WorkspaceRequest.Part] = [
            .init("why", .text(WorkspaceText(literal: "lost"))), .init("photo", .file("/w/a.jpg")),
            .init("photo", .file("/w/b.jpg")),
        ]
        var driver = try driver([request("claimItem", .multipart(parts))])
        driver.select("mine saved")
        driver.keys("2 l l G enter C-u '@/w/c.jpg' esc")
        #expect(driver.model.form?.filePaths == ["/w/a.jpg", "/w/c.jpg"], "\(driver.text)")
        let form = try #require(driver.model.form)
        var session = Session()
        session.forms["mine"] = form.kept(without: KnownSecrets())
        let kept = try #require(Session(json: session.json)?.forms["mine"])
        for draft in [form.draft, FormDraft(kept)] {
            var again = try self.driver([request("claimItem", .multipart(parts))])
            again.select("mine saved")
            var other = try #require(again.model.form)
            other.restore(draft, height: 10)
            #expect(other.fields.map(\.input.text) == form.fields.map(\.input.text))
        }
    }

    @Test func aBodyThatIsAFileIsSavedAndComesBack() throws {
        var driver = try driver()
        driver.select("putScan")
        driver.keys("2 g enter 'AB123456789CD' esc l l g")
        if driver.model.form?.body?.style != .file { driver.keys("space") }
        driver.keys("j enter '@scan.png' esc")
        let type = try #require(driver.model.form?.body?.contentType)
        #expect(try saved(&driver) == .file("scan.png", type: type))

        driver = try self.driver([request("putScan", .file("/w/scan.png", type: type))])
        driver.select("mine saved")
        driver.keys("2")
        #expect(driver.model.form?.filePaths == ["/w/scan.png"])
        driver.keys("s")
        driver.update(.outside(.looked("/w/scan.png", .there(path: "/w/scan.png"))))
        #expect(driver.takeEffects().compactMap(\.plan).first?.body == .file(path: "/w/scan.png", contentType: type))
        #expect(try saved(&driver) == .file("/w/scan.png", type: type))

        driver = try self.driver([request("putScan", .file("/w/scan.png", type: nil))])
        driver.select("mine saved")
        driver.keys("2 g enter C-u 'AB123456789CE' esc")
        #expect(try saved(&driver) == .file("/w/scan.png", type: nil), "what nobody has touched is what it was")
    }

    @Test func aTextThatNamesAFileIsSavedAsOne() throws {
        var driver = try driver()
        driver.select("putNote")
        driver.keys("2 j enter A-k '@note.json' esc")
        #expect(try saved(&driver) == .file("note.json", type: "application/json"))
    }
}
