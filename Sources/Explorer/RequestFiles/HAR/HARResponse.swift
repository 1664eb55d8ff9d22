// The response to a recorded request, stored as an example.

import Document

enum HARResponse {
    /// The maximum size of a stored body, in bytes: it is an example, not a cache.
    static let limit = 65_536

    /// - Returns: `nil` if there was no response.
    static func readExample(_ node: JSONNode, at place: ImportPlace, into report: inout ImportReport) -> CollectionExample? {
        guard let status = node["status"]?.int, (100...999).contains(status) else { return nil }
        let reason = node["statusText"]?.string ?? ""
        var example = CollectionExample(name: reason.isEmpty ? "\(status)" : "\(status) \(reason.prefix(80))", status: status)
        for header in node["headers"].map({ Array($0.elements) }) ?? [] {
            guard let name = header["name"]?.string, name.utf8.first != UInt8(ascii: ":"), !name.isEmpty else { continue }
            example.headers.append(CollectionField(name, header["value"]?.displayText ?? ""))
        }
        var place = place
        place.pointer = (place.pointer ?? "") + "/content/text"
        guard let content = node["content"], var text = content["text"]?.string else { return example }
        if content["encoding"]?.string?.lowercased() == "base64" {
            // Four letters encode three bytes: do not decode more than the limit needs.
            let letters = text.utf8.prefix(limit / 3 * 4 + 8)
            guard let bytes = Base64Decoder.decode(letters), !TextDecoding.looksBinary(bytes) else {
                report.addNote(.unsupported, place, "the response is not text, and its body is left out")
                return example
            }
            let isCut = letters.endIndex < text.utf8.endIndex
            text = String(decoding: bytes, as: UTF8.self)
            if isCut, text.utf8.count <= limit { addCutNote(place, into: &report) }
        }
        if text.utf8.count > limit {
            text = String(decoding: text.utf8.prefix(limit), as: UTF8.self)
            addCutNote(place, into: &report)
        }
        example.body = text
        return example
    }

    private static func addCutNote(_ place: ImportPlace, into report: inout ImportReport) {
        report.addNote(
            .assumed, place, "the response's body is cut after \(limit / 1024) KB", hint: "send the request to see all of it")
    }
}
