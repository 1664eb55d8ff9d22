// A script reads a list of 100,000 items page by page: within the memory of one page.

import Foundation

extension Measure {
    static let pagesMemory = Measure(figures: [
        Figure(name: "pages-100k", limit: 60, unit: "MB", about: "the most memory that explorer pages needs for 100,000 items")
    ]) { effort in
        let explorer = try Place.explorer()
        return try await inTemporaryFolder { folder, environment in
            let served = try ServedBodies(in: folder, by: server(pages: effort.choose(100, smoke: 2)))
            defer { served.stop() }
            served.add(file: "items")
            let description = try served.description()
            let peak = try await Turns.alone(effort.rounds.atMost(3).cold) {
                try Child.peakMemory(explorer, ["pages", description, "items"], environment: environment)
            }
            return ["pages-100k": peak * 1e-6]
        }
    }

    /// Pages of a thousand, numbered in the query.
    private static func server(pages: Int) -> String {
        """
        import sys, json, http.server, urllib.parse
        class Pages(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *words): pass
            def do_GET(self):
                query = urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query)
                page = int(query.get("page", ["1"])[0])
                items = [{"id": n, "name": "item %d" % n, "text": "x" * 80} for n in range((page - 1) * 1000, page * 1000)]
                body = json.dumps(items).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                if page < \(pages): self.send_header("Link", '</items?page=%d>; rel="next"' % (page + 1))
                self.end_headers()
                self.wfile.write(body)
        http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Pages).serve_forever()
        """
    }
}
