// What curl itself sent for a line, recorded at a socket, against what the request that is read from the line says.

import Foundation
import RequestFiles
import TestSupport
import Testing

struct CurlWireTests {
    /// Those that stood beside curl.
    static let files = CurlRecording.files.merging(["/dev/null": ""]) { first, _ in first }

    @Test func thereAreRecordings() { #expect(CurlRecording.all.count == 148) }

    @Test(arguments: CurlRecording.all) func requestsSayWhatCurlSent(_ recorded: CurlRecording) throws {
        let collection = try CurlReader.readCollection(Array(recorded.line.utf8), file: "line")
        let said = zip(collection.requests, recorded.requests).map { Self.wire($0, named: $1.fields) }
        #expect(said == recorded.requests)
        #expect(collection.requests.count == recorded.requests.count)
        #expect(collection.report.requests == recorded.requests.count)
    }

    /// - Parameter recorded: which of curl's own fields count.
    private static func wire(_ request: CollectionRequest, named recorded: [String]) -> CurlRecording.Request {
        var fields = request.headers.filter { !$0.isDisabled }.map { "\($0.name.lowercased()): \($0.value)" }
        var type: String?
        var said = CurlRecording.Request(method: request.method, target: target(request.url), fields: [], body: "")
        switch request.body {
        case .none: break
        case .text(let text, let mediaType): (said.body, type) = (text, mediaType)
        case .form(let form):
            type = "application/x-www-form-urlencoded"
            said.body = form.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
        case .multipart(let parts):
            type = "multipart/form-data"
            said.body = nil
            said.parts = parts.map(part)
        case .file(let path, let mediaType, _): (said.body, type) = (files[path], mediaType)
        // No recording has one.
        case .bytes, .graphQL: said.body = nil
        }
        if let type, !type.isEmpty, !fields.contains(where: { $0.hasPrefix("content-type:") }) {
            fields.append("content-type: \(type)")
        }
        switch request.auth {
        case .basic(let user, let password):
            fields.append("authorization: Basic \(Data("\(user):\(password)".utf8).base64EncodedString())")
        case .bearer(let token, let prefix): fields.append("authorization: \(prefix) \(token)")
        case nil, .some(.none), .apiKey, .digest, .awsSigV4, .oauth2, .other: break
        }
        said.fields = fields.sorted()
        return said
    }

    private static func part(_ part: CollectionPart) -> [String] {
        switch part.content {
        case .text(let text): [part.name, part.fileName ?? "", part.mediaType ?? "", text]
        case .file(let path): [part.name, part.fileName ?? path, part.mediaType ?? "", files[path] ?? ""]
        }
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: CharacterSet(charactersIn: "-._").union(.alphanumerics)) ?? ""
    }

    /// As HTTP writes it: no fragment, a path, no dots in it.
    private static func target(_ url: String) -> String {
        let whole = url.prefix { $0 != "#" }
        let end = whole.firstIndex(of: "?") ?? whole.endIndex
        let host = whole.range(of: "://").flatMap { whole[$0.upperBound..<end].firstIndex(of: "/") } ?? end
        var segments: [Substring] = []
        for segment in whole[host..<end].split(separator: "/", omittingEmptySubsequences: false).dropFirst() where segment != "."
        {
            if segment == ".." { segments = segments.dropLast() } else { segments.append(segment) }
        }
        return whole[..<host] + "/" + segments.joined(separator: "/") + (whole[end...] == "?" ? "" : whole[end...])
    }
}
