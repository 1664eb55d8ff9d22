// What goes out for -p, -F and -d: as the description says, read back from a server that keeps each request.

import Foundation
import TestSupport
import Testing

@Suite struct WireFlowTests {
    private static let description = #"""
        {"openapi": "3.0.3", "info": {"title": "a", "version": "1"}, "paths": {
        "/s/{s}/m{m}": {"get": {"operationId": "styles", "parameters": [
          {"name": "s", "in": "path", "required": true, "schema": {"type": "array", "items": {"type": "integer"}}},
          {"name": "m", "in": "path", "required": true, "style": "matrix", "explode": true,
           "schema": {"type": "array", "items": {"type": "string"}}},
          {"name": "expand", "in": "query", "style": "deepObject", "explode": true,
           "schema": {"type": "array", "items": {"type": "string"}}},
          {"name": "pipe", "in": "query", "style": "pipeDelimited", "explode": false,
           "schema": {"type": "array", "items": {"type": "string"}}}]}},
        "/form": {"post": {"operationId": "form", "requestBody": {"content": {"application/x-www-form-urlencoded": {
          "schema": {"type": "object", "properties": {"mode": {"type": "string"},
            "line_items": {"type": "array", "items": {"type": "object"}}}},
          "encoding": {"line_items": {"style": "deepObject", "explode": true}}}}}}},
        "/parts": {"post": {"operationId": "parts", "requestBody": {"content": {"multipart/form-data": {
          "schema": {"type": "object", "properties": {"meta": {"type": "object"}, "note": {"type": "string"},
            "file": {"type": "string", "format": "binary"}}},
          "encoding": {"file": {"contentType": "image/png"}}}}}}}
        }}
        """#

    private func sent(
        _ arguments: [String], _ description: String = Self.description
    ) async throws -> (result: ChildProcess.Result, text: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "api.json").path
        try Data(description.utf8).write(to: URL(filePath: path))
        let server = try FaultServer { .answer(body: Array("\($0.target)\n".utf8) + $0.body) }
        defer { server.stop() }
        let result = try await ExplorerProgram.command(
            ["send", path] + arguments + ["--base", server.url()],
            environment: ExplorerProgram.environment)
        return (result, result.text)
    }

    @Test func repeatedParametersAreAListInEveryStyle() async throws {
        let (result, text) = try await sent([
            "styles", "-p", "s=3", "-p", "s=4", "-p", "m=a", "-p", "m=b c", "-p", "expand=data.a", "-p", "expand=b", "-p",
            "pipe=a",
            "-p", "pipe=b|c",
        ])
        #expect(result.code == 0, "\(result.errors)")
        #expect(text == "/s/3,4/m;m=a;m=b%20c?expand%5B0%5D=data.a&expand%5B1%5D=b&pipe=a%7Cb%7Cc\n")
    }

    @Test(arguments: [
        ["-F", "mode=payment", "-F", #"line_items=[{"price":"p","quantity":2}]"#],
        ["-d", #"{"mode":"payment","line_items":[{"price":"p","quantity":2}]}"#],
    ])
    func formsAreWrittenAsTheirEncodingSays(_ arguments: [String]) async throws {
        let (result, text) = try await sent(["form"] + arguments)
        #expect(result.code == 0, "\(result.errors)")
        #expect(text == "/form\nmode=payment&line_items%5B0%5D%5Bprice%5D=p&line_items%5B0%5D%5Bquantity%5D=2")
    }

    @Test(arguments: [
        ["-F", #"meta={"a":1}"#, "-F", "note=x", "-F", "file=y"], ["-d", #"{"meta":{"a":1},"note":"x","file":"y"}"#],
    ])
    func partsHaveTheTypesThatTheDescriptionGivesThem(_ arguments: [String]) async throws {
        let (result, text) = try await sent(["parts"] + arguments)
        #expect(result.code == 0, "\(result.errors)")
        let meta = text.range(of: "name=\"meta\"")
        #expect(meta.map { text[$0.upperBound...].prefix(60).contains("Content-Type: application/json") } == true, "\(text)")
        #expect(text.contains("{\"a\":1}") && text.contains("filename=\"file\""), "\(text)")
    }

    @Test func dataThatIsNoFormIsRefused() async throws {
        let array = try await sent(["form", "-d", "[1]"])
        #expect(array.result.code == 64 && array.result.errors.contains("-F NAME=VALUE"), "\(array.result.errors)")
        let plain = try await sent(["form", "-d", "mode=payment"])
        #expect(plain.text == "/form\nmode=payment", "\(plain.result.errors)")
        let parts = try await sent(["parts", "-d", "note=x"])
        #expect(parts.result.code == 64, "\(parts.result.errors)")
    }

    @Test func aPartOfTheBodyIsNoParameter() async throws {
        let (result, _) = try await sent(["form", "-p", "mode=payment"])
        #expect(result.code == 64 && result.errors.contains("mode is a part of the body: -F mode="), "\(result.errors)")
    }

    @Test func methodsMayBeInLowerCaseAndURLsWithoutAScheme() async throws {
        let server = try FaultServer { .answer(body: Array(($0.method + " " + $0.target).utf8)) }
        defer { server.stop() }
        let address = server.url("/items").replacing("http://", with: "")
        for (method, url) in [("get", server.url("/items")), ("GET", address), ("Post", address)] {
            let result = try await ExplorerProgram.run("send", method, url)
            #expect(result.text == method.uppercased() + " /items", "\(result.errors)")
        }
        let none = try await ExplorerProgram.run("send", "GET", "items")
        #expect(none.code == 64 && none.errors.contains("is not a URL"), "\(none.errors)")
    }

    private static let loose = #"""
        {"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "paths": {"/parts": {"post": {"operationId": "parts",
          "requestBody": {"content": {"multipart/form-data": {"schema": {"type": "object", "required": ["quantity", "mode"],
            "properties": {"tag": {}, "label": {"type": ["array", "string"]}, "quantity": {"type": "integer"},
              "mode": {"enum": ["a", "b"]}, "files": {"type": "array", "items": {"type": "string", "format": "binary"}}}}}}}}}}}
        """#

    /// A name that is given twice is two parts, whatever else than a list it may be.
    @Test(arguments: ["tag", "label", "files"]) func eachFormOptionIsAPart(_ name: String) async throws {
        let (result, text) = try await sent(
            ["parts", "-F", "\(name)=hello", "-F", "\(name)=world", "-F", "quantity=1", "-F", "mode=a"], Self.loose)
        #expect(result.code == 0, "\(result.errors)")
        #expect(text.components(separatedBy: #"form-data; name="\#(name)""#).count == 3)
        #expect(text.contains("\r\nhello\r\n") && text.contains("\r\nworld\r\n") && !text.contains("["))
    }

    /// A member that is required may be given piece by piece, under the names that forms have for what is within it.
    @Test(arguments: [
        ["-F", "line_items[0][price]=p", "-F", "line_items[0][quantity]=1"], ["-F", "line_items.price=p"],
        ["-d", #"{"line_items[0][price]": "p"}"#],
    ])
    func membersMayBeGivenPieceByPiece(_ arguments: [String]) async throws {
        let description = Self.description.replacing(
            #""properties": {"mode""#, with: #""required": ["line_items"], "properties": {"mode""#)
        let (result, text) = try await sent(["form"] + arguments, description)
        #expect(result.code == 0 && text.contains("line_items"), "\(result.errors)")
        let (refused, _) = try await sent(["form", "-F", "mode=a", "-F", "line_items_2=p"], description)
        #expect(refused.code == 64 && refused.errors.contains("line_items"), "\(refused.errors)")
    }

    @Test(arguments: [["-F", "mode=zzz"], ["-d", #"{"mode": "zzz"}"#], ["-d", #"{"mode": "a", "quantity": "many"}"#]])
    func membersOfAFormThatDoNotFitAreRefusedUnlessForced(_ arguments: [String]) async throws {
        let (refused, nothing) = try await sent(["parts"] + arguments, Self.loose)
        #expect(refused.code == 64 && nothing.isEmpty)
        #expect(refused.errors.contains("quantity") && refused.errors.contains("--force"), "\(refused.errors)")
        let (forced, _) = try await sent(["parts", "--force"] + arguments, Self.loose)
        #expect(forced.code == 0 && forced.errors.contains("warning"), "\(forced.errors)")
    }
}
