// XML as JSON, so that the tree, the table, search and filters need to handle only JSON.

import CXML
import Document

/// The reason and the place of a failure to read XML.
public struct XMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error, as a clause without a full stop.
    public let message: String
    /// The line, from 1.
    public let line: Int

    /// `line 3: …`.
    public var description: String { "line \(line): \(message)" }
}

/// Reads XML 1.0 with libxml2. It opens no other file and replaces none of the text's own entities: `&name;`
/// stays as written, whatever its definition. Unbounded growth is refused, and so are elements deeper than
/// 256 and single texts longer than 10 MB, as libxml2 does by default.
public enum XMLText {
    /// How much of a document is read.
    struct Bounds {
        /// The most bytes of its text.
        var text = 16 << 20
        /// The most bytes of memory that its elements take while they are read.
        var tree = 32 << 20
    }

    /// The document as a JSON text: an object with the root element.
    ///
    /// An element with only text is a string. Any other is an object: attributes as `@name`, elements by
    /// their names, text beside them as `#text`, in the order of the document. Consecutive elements of
    /// the same name become an array. Comments and processing instructions are left out. Of a document
    /// longer than 16 MB, or with more elements than fit into 32 MB, only the beginning is read, and a
    /// member `#error` beside the root says so.
    /// - Parameter bytes: in UTF-8 or UTF-16, or in an encoding that the XML declaration names.
    /// - Throws: ``XMLError`` with the first error.
    public static func makeJSON(_ bytes: Bytes) throws(XMLError) -> [UInt8] { try makeJSON(bytes, Bounds()) }

    /// The same for an array.
    public static func makeJSON(_ bytes: [UInt8]) throws(XMLError) -> [UInt8] { try makeJSON(Bytes(bytes)) }

    static func makeJSON(_ bytes: Bytes, _ bounds: Bounds) throws(XMLError) -> [UInt8] {
        var tree = XMLTree()
        try readDocument(bytes, bounds, into: &tree)
        return tree.json
    }

    private static func readDocument(_ all: Bytes, _ bounds: Bounds, into tree: inout XMLTree) throws(XMLError) {
        let reach = XMLReadLimit(mostIgnored: bounds.tree / ignoredNode)
        let bytes = all.prefix(all.prefix(bounds.text).withUnsafeBufferPointer(reach.length))
        // Stops before the place of the cut, where libxml2 would report an error.
        let last = bytes.count < all.count ? bytes.count - bytes.count / 16 : Int.max
        let options = Int32(CXML_NOERROR | CXML_NOWARNING | CXML_NONET)
        xmlResetLastError()
        let failure = bytes.withUnsafeBufferPointer { buffer -> XMLError? in
            let start = buffer.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
            guard let reader = xmlReaderForMemory(start, Int32(buffer.count), nil, nil, options) else {
                return XMLError(message: "it cannot be read", line: 1)
            }
            defer { xmlFreeTextReader(reader) }
            // Some errors would go to standard error, whatever the options.
            xmlTextReaderSetStructuredErrorHandler(reader, { _, _ in }, nil)
            // Querying the reader's position may take as long as decoding some kilobytes.
            var (steps, ignored) = (0, 0)
            func isCut() -> Bool { last < .max && xmlTextReaderByteConsumed(reader) >= last }
            while true {
                let result = xmlTextReaderRead(reader)
                steps += 1
                if result == 1, !addNode(reader, into: &tree) { ignored += 1 }
                if tree.memory + ignored * ignoredNode > bounds.tree || (result != 1 || steps % 1024 == 0) && isCut() {
                    tree.fault =
                        "the document is too large to be shown whole: this is its beginning. Save the body to see it whole."
                    return nil
                }
                guard result == 1 else { return result == 0 ? nil : fault(at: reader) }
            }
        }
        if let failure { throw failure }
        guard !tree.isEmpty else { throw XMLError(message: "it has no element", line: 1) }
    }

    /// The reader holds comments and the like as long as their element is open: about this many bytes each.
    private static let ignoredNode = 160

    /// - Returns: `false` for a node that is not part of the tree.
    private static func addNode(_ reader: OpaquePointer, into tree: inout XMLTree) -> Bool {
        switch Int(xmlTextReaderNodeType(reader)) {
        case CXML_ELEMENT:
            let isEmpty = xmlTextReaderIsEmptyElement(reader) == 1
            tree.openElement(makeString(xmlTextReaderConstName(reader)))
            while xmlTextReaderMoveToNextAttribute(reader) == 1 {
                tree.addAttribute(makeString(xmlTextReaderConstName(reader)), makeString(xmlTextReaderConstValue(reader)))
            }
            if isEmpty { tree.closeElement() }
        case CXML_END_ELEMENT: tree.closeElement()
        case CXML_TEXT, CXML_CDATA, CXML_SIGNIFICANT_SPACE:
            tree.addText(makeString(xmlTextReaderConstValue(reader)))
        case CXML_ENTITY_REFERENCE: tree.addText("&\(makeString(xmlTextReaderConstName(reader)));")
        default: return false
        }
        return true
    }

    private static func makeString(_ pointer: UnsafePointer<UInt8>?) -> String { pointer.map { String(cString: $0) } ?? "" }

    private static func fault(at reader: OpaquePointer) -> XMLError {
        guard let error = xmlGetLastError(), let message = error.pointee.message else {
            return XMLError(message: "it is broken", line: Int(xmlTextReaderGetParserLineNumber(reader)))
        }
        let words = String(cString: message).split(whereSeparator: \.isNewline).joined(separator: " ")
        return XMLError(message: words, line: max(1, Int(error.pointee.line)))
    }
}
