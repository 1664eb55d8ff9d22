// Changes of a workspace, what is brought for its requests, and what answers are, as the screen asks for them.

import Catalog
import NetLayer
import TestSupport
import Testing
import Workbench
import Workspace

@testable import Runtime
@testable import Screen

@Suite(.within(minutes: 1)) struct WorkspaceRunnerTests {
    private static let text = """
        # Ours.
        apis:
          shop:
            environments: { release: [http://shop.example] }
            auth: { bearer: "${env:SHOP_TOKEN}" }
            requests:
              list: { url: /items }   # often

        """

    private struct Desk {
        let folder: TemporaryFolder
        let path: String
        let inbox = Inbox()
        let runner: WorkspaceRunner

        init(isTrusted: Bool = true) throws {
            folder = try TemporaryFolder()
            path = try folder.file("explorer.yaml", WorkspaceRunnerTests.text)
            let environment = ["HOME": folder.path, "SHOP_TOKEN": "t-1", "OTHER": "o"]
            let paths = Paths(environment: environment)
            let trust = WorkspaceTrust(paths)
            if isTrusted { try trust.storeAgreement(try WorkspaceFile(path, environment: environment).needs, for: path) }
            let file = try WorkspaceFile(path, environment: environment, trust: trust)
            let editor = WorkspaceEditor(path, environment: environment, trust: trust, secrets: nil)
            runner = WorkspaceRunner(
                WorkspaceDesk(editor, api: "shop", file: file), bodies: BodyStore(), inbox: inbox)
        }

        func news(of order: WorkspaceOrder) async throws -> WorkspaceNews {
            runner.obey(order)
            var found: WorkspaceNews?
            _ = await eventually {
                for case .workspace(let news) in inbox.drain() where found == nil { found = news }
                return found != nil
            }
            return try #require(found)
        }

        var written: String { get throws { String(decoding: try folder.bytes("explorer.yaml"), as: UTF8.self) } }
    }

    @Test func aChangeIsWrittenAndTakenBack() async throws {
        let desk = try Desk()
        let request = WorkspaceRequest(name: "orders/all", target: .address(.get, try WorkspaceText("/orders")))
        guard case .changed(let work, .made(.put), note: "") = try await desk.news(of: .change(.put(request))) else {
            Issue.record("it was not written")
            return
        }
        #expect(work.saved.names == ["list", "orders/all"])
        #expect(try desk.written.contains("list: { url: /items }   # often"))
        guard case .changed(let before, .takenBack(.put), _) = try await desk.news(of: .undo) else {
            Issue.record("it was not taken back")
            return
        }
        #expect(before.saved.names == ["list"])
        #expect(try desk.written == Self.text)
        guard case .notUndone(let reason) = try await desk.news(of: .undo) else {
            Issue.record("there was something to take back")
            return
        }
        #expect(reason == "There is no change to undo")
    }

    @Test func whatARequestCarriedIsNotToldOfItsAnswer() async throws {
        let token = String(repeating: "geheim-", count: 20)
        var request = WorkspaceRequest(name: "list", target: .address(.get, try WorkspaceText("/items")))
        request.assertions = [ResponseAssertion(.header("X-Echo"), .contains(try WorkspaceText("other")))]
        let judged = JudgedAnswer(
            task: TaskID(1), request: request,
            head: ResponseHead(status: 200, headers: ["X-Echo": "Bearer \(token)"]), elapsed: .zero,
            expansion: VariableExpansion(VariableScopes()),
            sent: [WireRequest(url: URI("http://one.example/"), headers: ["Authorization": "Bearer \(token)"])])
        guard case .judged(_, let verdict) = try await Desk().news(of: .judge(judged)) else {
            Issue.record("it was not judged")
            return
        }
        #expect(verdict.problems == ["header X-Echo is Bearer \(Secret.mask), without other"])
    }

    @Test func anExpectedContractIsChecked() async throws {
        let text =
            #"{"openapi": "3.0.3", "info": {"title": "T", "version": "1"}, "paths": {"/items": {"get": {"responses": {"200": {"description": ""}}}}}}"#
        let api = try APIDescription.parse(Array(text.utf8), source: "api.json", base: nil)
        var request = WorkspaceRequest(name: "list", target: .endpoint("GET /items"))
        request.assertions = [ResponseAssertion(.contract, .asDescribed)]
        func problems(_ status: Int, isDescribed: Bool) async throws -> [String] {
            let head = ResponseHead(status: status)
            let question = ContractQuestion(
                task: TaskID(1), endpoint: try #require(api.endpoints.first).id, book: ContractBook(api), head: head,
                isEmpty: true)
            let judged = JudgedAnswer(
                task: TaskID(1), request: request, head: head, elapsed: .zero,
                expansion: VariableExpansion(VariableScopes()), contract: isDescribed ? question : nil, sent: [])
            guard case .judged(_, let verdict) = try await Desk().news(of: .judge(judged)) else { return ["not judged"] }
            return verdict.problems
        }
        #expect(try await problems(200, isDescribed: true) == [])
        #expect(try await problems(201, isDescribed: true) == ["status must be 200; 201 came"])
        #expect(
            try await problems(200, isDescribed: false)
                == ["no description describes this response: there is nothing to check"])
    }

    @Test func whatSomebodyElseHasChangedIsNotTakenBack() async throws {
        let desk = try Desk()
        _ = try await desk.news(of: .change(.move("list", to: "all")))
        _ = try desk.folder.file("explorer.yaml", try desk.written + "# Theirs.\n")
        guard case .notUndone(let reason) = try await desk.news(of: .undo) else {
            Issue.record("it was taken back")
            return
        }
        #expect(reason.contains("changed since"))
        #expect(try desk.written.hasSuffix("# Theirs.\n"))
    }

    @Test func onlyWhatStandsInTheFileIsBrought() async throws {
        let desk = try Desk()
        let (own, other) = (ExternalReference(.env, "SHOP_TOKEN"), ExternalReference(.env, "OTHER"))
        guard case .lookedUp(let values, number: 3) = try await desk.news(of: .lookUp([own], number: 3)) else {
            Issue.record("it was not brought")
            return
        }
        #expect(values == [own: Secret("t-1")])
        for reference in [other, ExternalReference(.command, "id")] {
            guard case .notLookedUp(let reason, number: 4) = try await desk.news(of: .lookUp([own, reference], number: 4)) else {
                Issue.record("a stranger's \(reference) was brought")
                return
            }
            #expect(reason.contains("is not in"))
        }
    }

    @Test func nothingIsBroughtForAStranger() async throws {
        let desk = try Desk(isTrusted: false)
        guard case .notLookedUp = try await desk.news(of: .lookUp([ExternalReference(.env, "SHOP_TOKEN")], number: 1)) else {
            Issue.record("it was brought")
            return
        }
    }

    @Test func aChangeThatAsksForMoreSaysSo() async throws {
        let desk = try Desk()
        var request = WorkspaceRequest(name: "run", target: .address(.get, try WorkspaceText("/orders")))
        request.headers = [.init("X-Own", try WorkspaceText("${command: id}"))]
        guard case .changed(_, _, let note) = try await desk.news(of: .change(.put(request))) else {
            Issue.record("it was not written")
            return
        }
        #expect(note.contains("explorer trust"))
        guard case .notLookedUp = try await desk.news(of: .lookUp([ExternalReference(.command, "id")], number: 1)) else {
            Issue.record("it was run")
            return
        }
    }
}
