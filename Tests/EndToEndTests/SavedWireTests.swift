// A saved request goes out as the form that it was saved from: the same styles, the same escapes.

import Foundation
import TestSupport
import Testing

@Suite struct SavedWireTests {
    private static let description = #"""
        {"openapi": "3.1.0", "info": {"title": "Saved", "version": "1"}, "servers": [{"url": "http://127.0.0.1:9"}], "paths": {
          "/a": {
            "get": {"operationId": "listed", "parameters": [
              {"name": "X-Ids", "in": "header", "schema": {"type": "array", "items": {"type": "integer"}}}]},
            "post": {"operationId": "formed", "requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": {
              "type": "object", "properties": {"note": {"type": "string"}}}}}}}}}}
        """#
    private static let workspace = """
        apis:
          saved:
            description: openapi.json
            environments: { release: [http://127.0.0.1:9] }
            requests:
              listed: { endpoint: listed, headers: { x-ids: "[1,2]" } }
              formed: { endpoint: formed, body: { form: { note: "a/b (c)*" } } }
        """

    @Test(
        "the saved request is the one that is typed",
        arguments: [
            ("listed", ["-p", "X-Ids=1", "-p", "X-Ids=2"], "\nX-Ids: 1,2\n"),
            ("formed", ["-F", "note=a/b (c)*"], "\nnote=a%2Fb%20%28c%29%2A\n"),
        ]) func theSavedRequestIsTheTyped(_ name: String, _ typed: [String], _ line: String) async throws
    {
        let folder = try TemporaryFolder()
        let source = try folder.file("openapi.json", Self.description)
        let workspace = try folder.file("explorer.yaml", Self.workspace)
        let saved = try await ExplorerProgram.run("run", workspace, name, "--dry-run")
        let sent = try await ExplorerProgram.command(
            ["send", source, name, "--dry-run"] + typed, environment: ExplorerProgram.environment)
        #expect(saved.code == 0 && saved.text.contains(line), "\(saved.text)\(saved.errors)")
        #expect(sent.code == 0 && sent.text.contains(line), "\(sent.text)\(sent.errors)")
    }
}
