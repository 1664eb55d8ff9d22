// `explorer pages` against real servers: every item once, whatever the style, and as much of a list as there is.

import Foundation
import TestSupport
import Testing

@Suite(.serialized, .within(minutes: 2)) struct PagesTests {
    static let lists = [
        ("listItems", "Link rel=next"), ("listByOffset", "parameter offset"),
        ("listByCursor", "cursor at /next_cursor, sent as cursor"),
        ("listAfter", "the last id, sent as starting_after"), ("listByNextURL", "next URL at /next"),
        ("listByOData", "next URL at /@odata.nextLink"), ("listByJSONAPI", "next URL at /links/next"),
    ]

    @Test(arguments: lists) func everyItemOfTheDemoComesOnce(_ endpoint: String, _ reason: String) async throws {
        let service = try await DemoService()
        let run = try await ExplorerProgram.run("pages", service.url + "/openapi.json", endpoint)
        #expect(run.code == 0)
        let ids = run.text.split(separator: "\n").compactMap { line in
            line.firstRange(of: "\"id\":").map { line[$0.upperBound...].drop { $0 == "\"" }.prefix(while: \.isNumber) }.flatMap {
                Int($0)
            }
        }
        #expect(ids == Array(1...1_234), "\(run.errors)")
        #expect(run.errors == "explorer: 1234 items of 62 pages, by \(reason)\n")
        withExtendedLifetime(service) {}
    }

    @Test(.enabled(if: PythonServer.isPresent, PythonServer.whyAbsent)) func datasettesRowsComeOnce() async throws {
        let server = try await PythonServer.datasette(rows: 1_234)
        for (path, reason) in [("?_shape=objects", "Link rel=next"), ("?_shape=array&_nl=", "Link rel=next")] {
            let run = try await ExplorerProgram.run("pages", "GET", server.url("/shop/items.json\(path)"))
            #expect(run.text.count { $0 == "\n" } == 1_234 && run.errors.contains(reason), "\(path) \(run.errors)")
        }
        withExtendedLifetime(server) {}
    }

    @Test(.enabled(if: RegistryServer.isPresent, RegistryServer.whyAbsent)) func repositoriesOfARegistryComeOnce() async throws {
        let server = try await RegistryServer(repositories: 1_050)
        let run = try await ExplorerProgram.run("pages", "GET", server.url("/v2/_catalog?n=100"))
        let names = run.text.split(separator: "\n")
        #expect(names.count == 1_050 && Set(names).count == 1_050 && names.first == "\"shop-00001\"", "\(run.errors)")
        #expect(run.errors == "explorer: 1050 items of 11 pages, by Link rel=next\n")
    }

    @Test func formatsLimitsAndEnds() async throws {
        let server = try FaultServer { request in
            switch request.target {
            case "/list":
                .answer(headers: [("Link", "</list?page=2>; rel=\"next\"")], body: #"[{"a": 1, "b": "x, \"y\""}, {"a": 2}]"#)
            case "/list?page=2": .answer(headers: [("Link", "</list?page=3>; rel=\"next\"")], body: #"[{"a": 3, "c": [1,  2]}]"#)
            case "/list?page=3": .answer(503, body: "gone")
            case "/empty": .answer(body: "[]")
            case "/one": .answer(body: #"{"id": 1}"#)
            case "/labels": .answer(body: #"{"id": 1, "labels": []}"#)
            case "/two": .answer(body: #"{"id": 1, "x": {"here": [1, 2]}}"#)
            default: .answer(404, body: "no")
            }
        }
        defer { server.stop() }
        func pages(_ path: String, _ more: String...) async throws -> ChildProcess.Result {
            try await ExplorerProgram.command(
                ["pages", "GET", server.url(path)] + more, environment: ExplorerProgram.environment)
        }
        let csv = try await pages("/list", "--format", "csv")
        #expect(csv.code == 5 && csv.text == "a,b\r\n1,\"x, \"\"y\"\"\"\r\n2,\r\n3,\r\n", "\(csv.text)")
        #expect(
            csv.errors.contains("left out: c") && csv.errors.contains("503") && csv.errors.contains("3 items of 2 pages"),
            "\(csv.errors)")
        #expect(
            try await pages("/list", "--max-items", "3", "--format", "json").text
                == "[\n{\"a\":1,\"b\":\"x, \\\"y\\\"\"},\n{\"a\":2},\n{\"a\":3,\"c\":[1,2]}\n]\n")
        let cut = try await pages("/list", "--max-pages", "1")
        #expect(
            cut.code == 0 && cut.text == "{\"a\":1,\"b\":\"x, \\\"y\\\"\"}\n{\"a\":2}\n"
                && cut.errors.contains("stopped at the limit"))
        let empty = try await pages("/empty", "--format", "json")
        #expect(empty.code == 0 && empty.text == "[]\n")
        let one = try await pages("/one")
        #expect(one.code == 65 && one.errors.contains("--list /POINTER") && one.output.isEmpty, "\(one.errors)")
        for path in ["/one", "/labels"] {
            let single = try await pages(path)
            #expect(single.code == 65 && single.errors.contains("the response is one object, not a list"), "\(single.errors)")
        }
        #expect(try await pages("/two", "--list", "/x/here").text == "1\n2\n")
        #expect(try await pages("/nothing").code == 4)
        #expect(try await pages("/list", "--max-pages", "0").code == 64)
        let folder = try TemporaryFolder()
        #expect(try await pages("/list", "--max-pages", "2", "-o", folder.path("x")).output.isEmpty)
        #expect(try folder.text("x").split(separator: "\n").count == 3)
    }

    /// A page that tells its own failure is none, the first or a later one.
    @Test(arguments: [1, 3]) func aBodyThatTellsItsFailureEndsTheList(_ bad: Int) async throws {
        let server = try FaultServer { request in
            let page = request.target.contains("page=") ? Int(String(request.target.last ?? "1")) ?? 1 : 1
            let body =
                page == bad ? #"{"errcode": 500, "msg": "denied", "data": []}"# : #"{"errcode": 0, "data": [{"id": \#(page)}]}"#
            return .answer(
                headers: [("Content-Type", "application/json"), ("Link", "</items?page=\(page + 1)>; rel=\"next\"")],
                body: Array(body.utf8))
        }
        defer { server.stop() }
        let result = try await ExplorerProgram.run(
            "pages", "GET", server.url("/items"), "--business", "/errcode=0 /msg", "--list", "/data")
        #expect(result.code == 65 && result.errors.contains("denied"), "\(result.code) \(result.errors)")
        #expect(result.text.split(separator: "\n").count == bad - 1)
    }
}
