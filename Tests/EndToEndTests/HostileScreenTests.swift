// The whole corpus of hostile text at every place of a real screen: only the program's own sequences reach the terminal, and its columns
// stay where they are.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct HostileScreenTests {
        private static func json(_ text: String) throws -> String {
            String(decoding: try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed), as: UTF8.self)
        }

        /// Every line of text of a description, one of the corpus each, or all of them.
        private static func description() throws -> String {
            let all = try json(HostileText.all)
            let paths = try HostileText.corpus.enumerated().map { number, text in
                let text = try json(text)
                return """
                    "/\(number)": {"get": {"operationId": "op\(number)", "summary": \(text), "tags": [\(text)],
                     "parameters": [{"name": \(text), "in": "query", "description": \(text), "schema": {"type": "string", "default": \(text)}}]}}
                    """
            }
            return """
                {"openapi": "3.0.0", "info": {"title": \(all), "version": "1", "description": \(all)}, "paths": {\(paths.joined(separator: ",\n"))}}
                """
        }

        private static func server() throws -> FaultServer {
            let surrogates = #"\ud800 \udc00\ud800 \u0000 \u001b]0;x\u0007 \u009b31m \u202e"#
            let members = try HostileText.corpus.map { "\(try json($0)): \(try json($0))" }.joined(separator: ", ")
            let body = "{\(members), \"broken\": \"\(surrogates)\", \"end\": \"of all\"}"
            // In a header a line break would end it; bytes that are no UTF-8 may stand there.
            let line = HostileText.all.unicodeScalars.filter { $0 != "\n" && $0 != "\r" && $0 != "\0" }.map(String.init).joined()
            return try FaultServer { _ in
                .raw(
                    "HTTP/1.1 200 \(line)\r\nX-Attack: \(line)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                )
            }
        }

        @Test func onlyTheProgramsOwnSequencesReachTheTerminal() async throws {
            let server = try Self.server()
            defer { server.stop() }
            let folder = try TemporaryFolder()
            let description = try folder.file("a\u{1B}]0;pwned\u{7}\u{202E}b.json", try Self.description())
            let tmux = try await ExplorerProgram.shell(
                #"read go; "$explorer" "$(printf '%s' '\#(description)')" --base '\#(server.url(""))'; echo "code $?"; exec cat"#,
                size: (120, 40))
            let recorded = try await tmux.record()
            let title = try await tmux.value("pane_title")
            try await tmux.press("Enter")
            try await tmux.waitFor("Endpoints · \(HostileText.corpus.count)")
            try await tmux.waitFor("borders in their columns", Self.columnsHold)
            try await tmux.press("s")
            try await tmux.waitFor("the answer") { $0.lines.contains { $0.contains("3 Result · ") && $0.contains(" · 200") } }
            // Through the list with every form, through the answer with every tab.
            try await tmux.press("C-d", times: 12)
            try await tmux.press("3", "f")
            var seen = try await tmux.waitFor("only the result") { !$0.contains("1 Endpoints") && Self.columnsHold($0) }
            for _ in 1...3 {
                try await tmux.press(".")
                seen = try await tmux.waitFor("another tab, its borders in their columns") { $0 != seen && Self.columnsHold($0) }
                try await tmux.press("C-d", times: 12)
                try await tmux.waitFor("borders in their columns", Self.columnsHold)
            }
            try await tmux.press("f", "q", "q")
            try await tmux.waitFor("code 0")

            let stream = TerminalStream(try recorded())
            #expect(stream.items.count > 10_000)
            let foreign = Set(stream.foreign)
            #expect(foreign.isEmpty, "\(foreign)")
            #expect(try await tmux.value("pane_title") == title)
            #expect(try await tmux.value("buffer_name").isEmpty, "nothing came into the clipboard")
        }

        /// Whatever stands between them, the outer borders stand in the first and the last column, by the C library's widths.
        private static func columnsHold(_ screen: TerminalScreen) -> Bool {
            setlocale(LC_CTYPE, "C.UTF-8")
            typealias Width = @convention(c) (wchar_t) -> Int32
            guard let symbol = dlsym(nil, "wcwidth") else { return false }
            let width = unsafeBitCast(symbol, to: Width.self)
            return screen.lines.dropFirst().dropLast().allSatisfy { line in
                let columns = line.unicodeScalars.reduce(0) { $0 + max(0, Int(width(wchar_t(bitPattern: $1.value)))) }
                return columns == 120 && "│┌├└".contains(line.first ?? " ") && "│┐┤┘".contains(line.last ?? " ")
            }
        }
    }
}
