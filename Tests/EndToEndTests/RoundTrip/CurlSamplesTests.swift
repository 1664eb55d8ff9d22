// Real curl lines: what is sent for them here is what curl itself sent for them, recorded at a socket.

import Foundation
import NetLayer
import RequestFiles
import TestSupport
import Testing

@Suite(.serialized, .within(minutes: 2)) struct CurlSamplesTests {

    @Test func whatIsSentIsWhatCurlSent() async throws {
        let folder = try TemporaryFolder()
        for (name, text) in CurlRecording.files { _ = try folder.file(name, Array(text.utf8)) }
        let socket = try RecordingSocket()
        defer { socket.stop() }
        let client = NetClient(transport: CurlTransport(), generator: RequestGenerator())
        var sent = 0
        for recorded in CurlRecording.all {
            let collection = try CurlReader.readCollection(Array(recorded.line.utf8), file: "line")
            #expect(collection.requests.count == recorded.requests.count, "\(recorded.line)")
            for (request, wanted) in zip(collection.requests, recorded.requests) {
                guard
                    let read = try request.isSentByPlan
                        ? ReadRequest(RequestCollection(format: "curl", items: [.request(request)]), folder: folder.path) : nil
                else { continue }
                // All hosts are this one, without what leads to others.
                var plan = read.plan
                plan.connection = ConnectionOptions()
                let ours = try RequestGenerator().request(for: plan, on: read.pool.services.first)
                var url = ours.url
                (url.scheme, url.authority) = ("http", URI(socket.url()).authority)
                var sending = RequestPlan(
                    id: "x", method: ours.method, path: url.revealed, headers: plan.headers, body: plan.body)
                sending.parameters = plan.parameters.filter { $0.place == .form }
                do throws(NetError) {
                    _ = try await client.send(Endpoint(sending), on: ServicePool([]))
                } catch {
                    Issue.record("\(recorded.line): \(error)")
                    continue
                }
                let wire = try #require(socket.take().last)
                compare(wire, wanted, recorded.line)
                sent += 1
            }
        }
        #expect(sent > 140, "\(sent)")
    }

    private func compare(_ wire: RecordedRequest, _ wanted: CurlRecording.Request, _ line: String) {
        let lines = wire.head.split(separator: "\r\n")
        let request = lines[0].split(separator: " ")
        guard request.count > 1 else {
            Issue.record("no request line: \(wire.head)")
            return
        }
        #expect(request.first.map(String.init) == wanted.method, "\(line)")
        let target = URI(wanted.target)
        #expect(
            String(request[1]) == (target.path.isEmpty ? "/" : target.path) + (target.query.map { "?" + $0 } ?? ""), "\(line)")
        let own = ["host", "accept", "accept-encoding", "content-length", "user-agent"]
        let fields = lines.dropFirst().map { field -> String in
            let halves = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return "\(halves[0].lowercased()): \(halves[1].drop { $0 == " " })"
        }
        let named = Set(wanted.fields.map { $0.prefix { $0 != ":" } })
        let kept = fields.filter { field in
            let name = field.prefix { $0 != ":" }
            return named.contains(name) || !own.contains(String(name))
        }.filter { wanted.parts == nil || !$0.hasPrefix("content-type: multipart/form-data; boundary=") }
        let wantedFields = wanted.fields.filter { wanted.parts == nil || !$0.hasPrefix("content-type: multipart/form-data") }
        #expect(kept.sorted() == wantedFields, "\(line)")
        if let body = wanted.body { #expect(String(decoding: wire.body, as: UTF8.self) == body, "\(line)") }
        for part in wanted.parts ?? [] {
            let text = String(decoding: wire.body, as: UTF8.self)
            #expect(text.contains("name=\"\(part[0])\"") && text.contains(part[3]), "\(line)")
        }
    }
}

extension CollectionRequest {
    /// Nothing is worked out by libcurl while it is sent, nor read from what is not there.
    fileprivate var isSentByPlan: Bool {
        switch auth {
        case .digest, .awsSigV4, .oauth2, .other: return false
        case nil, .some(.none), .basic, .bearer, .apiKey: break
        }
        // RFC 9110 has no such method, and NetLayer refuses it.
        if !HTTPMethod(rawValue: method).isValid { return false }
        // The server here reads no chunks.
        if headers.contains(where: { $0.name.lowercased() == "transfer-encoding" }) { return false }
        if case .file(let path, _, _) = body { return CurlRecording.files[path] != nil }
        return true
    }
}
