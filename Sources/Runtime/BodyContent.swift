// What a body is, found out once: its kind, its document when it is JSON, and the list in it.

import Document
import Explorer
import NetLayer
import XMLText

struct BodyContent: Sendable {
    let kind: BodyKind
    /// The label of its encoding; `nil` where nothing says it.
    let charset: String?
    /// The parsed text of JSON, or what XML or records of another format are as JSON.
    let document: JSONDocument?
    /// The list that the answer is about.
    let list: JSONNode?
    /// How deep its tree is open at first.
    let openDepth: Int

    /// By what the body is, and only then by what its type claims: servers are often wrong about it.
    init(_ response: RawResponse) {
        let body = response.body
        let header = response.head.headers["Content-Type"] ?? ""
        let type = header.lowercased()
        let first = body.first { $0 > 0x20 }
        let isHTML = type.contains("html")
        let charset = LegacyText.charset(
            of: body, header: response.head.charset, isMarkup: isHTML || type.contains("xml") || first == UInt8(ascii: "<"))
        let mayBeJSON = type.contains("json") || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        let json = mayBeJSON ? try? JSONDocument(body) : nil
        let isBinary = charset == nil && TextDecoding.looksBinary(body)
        let isXML = !isHTML && (type.contains("xml") || body.starts(with: Array("<?xml".utf8)))
        let xml = json == nil && isXML ? (try? XMLText.json(body)).flatMap { try? JSONDocument($0) } : nil
        let records = json == nil && xml == nil && !body.isEmpty ? Self.records(body, header, charset, isBinary: isBinary) : nil
        document = json ?? xml ?? records
        list = document.flatMap(JSONList.find)
        openDepth = document.map { JSONTree.openDepth(for: $0) } ?? .max
        self.charset = charset
        kind = Self.kind(
            [
                (body.isEmpty, .empty), (json != nil, .json), (xml != nil, .xml), (records != nil, .records), (isHTML, .html),
                (isBinary, .binary),
            ])
    }

    /// The first that it is; else text.
    private static func kind(_ kinds: [(isIt: Bool, kind: BodyKind)]) -> BodyKind {
        kinds.first(where: \.isIt)?.kind ?? .text
    }

    /// Parts of a multipart body may be binary and are cut as bytes; everything else is text.
    /// - Parameter header: its Content-Type as it came: the case of a boundary matters.
    private static func records(_ body: [UInt8], _ header: String, _ charset: String?, isBinary: Bool) -> JSONDocument? {
        guard let kind = RecordKind(contentType: header) ?? (isBinary ? nil : RecordKind(lookingAt: body)) else { return nil }
        if case .multipart = kind { return try? JSONDocument(RecordText.json(body, kind)) }
        return isBinary
            ? nil : try? JSONDocument(RecordText.json(BodyText.utf8(body, .text, pretty: false, charset: charset), kind))
    }

    /// What it takes beside the bytes of the body.
    var size: Int {
        guard let document else { return 0 }
        return document.nodeCount * JSONDocument.bytesPerNode + (kind == .json ? 0 : document.bytes.count)
    }
}

extension ResponseHead {
    /// The `charset` parameter of the content type (RFC 9110 §8.3.2).
    var charset: String? { headers["Content-Type"].flatMap { HeaderParameters($0)["charset"] } }
}
