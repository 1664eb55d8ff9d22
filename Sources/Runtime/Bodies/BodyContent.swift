// What a body is, found out once: its kind, its document when it is JSON, and the list in it.

import Document
import Explorer
import NetLayer
import Pictures
import XMLText

struct BodyContent: Sendable {
    let kind: BodyKind
    /// The label of its encoding; `nil` where nothing says it.
    let charset: String?
    /// The parsed text of JSON, or what XML or records of another format are as JSON.
    private(set) var document: JSONDocument?
    /// The list that the answer is about.
    private(set) var list: JSONNode?
    /// How deep its tree is open at first.
    let openDepth: Int
    /// What it is as an image.
    let picture: Picture?
    /// The body is still on its way: this is the beginning of it.
    let isPart: Bool

    /// So many bytes of a body tell what it is.
    private static let sample = 4096

    /// By what the body is, and only then by what its type claims: servers are often wrong about it.
    init(_ bytes: Bytes, _ head: ResponseHead, isPart: Bool = false) {
        let sample = Array(bytes[0..<min(bytes.count, Self.sample)])
        let header = head.headers["Content-Type"] ?? ""
        let type = header.lowercased()
        let first = sample.first { $0 > 0x20 }
        let isHTML = type.contains("html")
        let charset = LegacyText.charset(
            of: sample, header: head.charset, isMarkup: isHTML || type.contains("xml") || first == UInt8(ascii: "<"))
        let mayBeJSON = type.contains("json") || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        let json = mayBeJSON ? try? JSONDocument(bytes, isPart: isPart) : nil
        let isBinary = charset == nil && TextDecoding.looksBinary(sample)
        let isXML = !isHTML && (type.contains("xml") || sample.starts(with: Array("<?xml".utf8)))
        let xml = json == nil && isXML ? (try? XMLText.json(bytes.array)).flatMap { try? JSONDocument($0) } : nil
        let records =
            json == nil && xml == nil && !bytes.isEmpty
            ? Self.records(bytes, header, charset, isBinary: isBinary, isPart: isPart) : nil
        document = json ?? xml ?? records
        list = document.flatMap(JSONList.find)
        openDepth = document.map { JSONTree.openDepth(for: $0) } ?? .max
        self.charset = charset
        self.isPart = isPart
        picture = isBinary || type.contains("svg") || xml != nil ? Self.picture(bytes, isPart: isPart) : nil
        kind =
            if bytes.isEmpty { .empty } else if json != nil { .json } else if xml != nil { .xml } else if records != nil {
                .records
            } else if isHTML { .html } else { isBinary ? .binary : .text }
    }

    /// An image is decoded once all of it is there.
    private static func picture(_ bytes: Bytes, isPart: Bool) -> Picture? {
        guard !isPart, let facts = ImageFacts(Array(bytes[0..<min(bytes.count, 1 << 20)])) else { return nil }
        return Picture(facts: facts, preview: Pictures.preview(bytes.array, facts))
    }

    init(_ response: RawResponse) { self.init(Bytes(response.body), response.head) }

    /// The table of its document lies elsewhere now.
    mutating func settle(_ move: (JSONDocument) -> JSONDocument) {
        guard let old = document else { return }
        document = move(old)
        list = list.flatMap { document?.node($0.id) }
    }

    /// Parts of a multipart body may be binary and are cut as bytes; everything else is text.
    /// - Parameter header: its Content-Type as it came: the case of a boundary matters.
    private static func records(
        _ bytes: Bytes, _ header: String, _ charset: String?, isBinary: Bool, isPart: Bool
    ) -> JSONDocument? {
        guard
            let kind = RecordKind(contentType: header)
                ?? (isBinary ? nil : RecordKind(lookingAt: bytes.prefix(RecordKind.reach + 3).array))
        else {
            return nil
        }
        if case .multipart = kind { return try? JSONDocument(json(bytes.array, kind, isPart: isPart)) }
        guard !isBinary else { return nil }
        return try? JSONDocument(
            json(BodyText.utf8(bytes.array, .text, pretty: false, charset: charset), kind, isPart: isPart))
    }

    /// The record that a part ends in has only begun.
    private static func json(_ text: [UInt8], _ kind: RecordKind, isPart: Bool) -> [UInt8] {
        guard isPart else { return RecordText.json(text, kind) }
        var records = RecordText(kind)
        records.append(text)
        return records.json
    }

    /// What it takes in memory beside the bytes of the body.
    var size: Int {
        guard let document else { return 0 }
        return document.tableMemory + (kind == .json ? 0 : document.text.count)
    }
}

extension ResponseHead {
    /// The `charset` parameter of the content type (RFC 9110 §8.3.2).
    var charset: String? { headers["Content-Type"].flatMap { HeaderParameters($0)["charset"] } }
}
