// XML as JSON: elements, attributes, runs, text, and what strangers try.

import Document
import TestSupport
import Testing

@testable import XMLText

@Suite(.within(minutes: 1)) struct XMLTextTests {
    @Test(arguments: [
        ("<a/>", #"{"a": ""}"#), ("<a>t</a>", #"{"a": "t"}"#), ("<a x='1'/>", #"{"a": {"@x": "1"}}"#),
        ("<a x='1'>t</a>", ##"{"a": {"@x": "1", "#text": "t"}}"##), ("<a><b/></a>", #"{"a": {"b": ""}}"#),
        ("<a>\n  <b>1</b>\n  <b>2</b>\n  <c/>\n</a>", #"{"a": {"b": ["1", "2"], "c": ""}}"#),
        ("<a><b>1</b><c/><b>2</b></a>", #"{"a": {"b": "1", "c": "", "b": "2"}}"#),
        ("<a>x <b>y</b> z</a>", ##"{"a": {"#text": "x ", "b": "y", "#text": " z"}}"##),
        ("<a><b><c>1</c></b><b><c>2</c></b></a>", #"{"a": {"b": [{"c": "1"}, {"c": "2"}]}}"#),
        ("<a><![CDATA[<&>]]>&amp;&#233;</a>", #"{"a": "<&>&é"}"#), ("<!-- c --><?p i?><a><!-- c --></a>", #"{"a": ""}"#),
        ("<n:a xmlns:n='u'><n:b/></n:a>", #"{"n:a": {"@xmlns:n": "u", "n:b": ""}}"#),
        ("<?xml version='1.0' encoding='iso-8859-1'?><a>\u{e9}</a>", #"{"a": "é"}"#),
    ])
    func elementsAreMembers(_ xml: String, _ json: String) throws {
        let bytes = xml.contains("8859") ? xml.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(xml.utf8)
        #expect(String(decoding: try XMLText.makeJSON(bytes), as: UTF8.self) == json)
    }

    /// The beginning of a document that is too large is a document, and says that it is one.
    @Test(arguments: [(1 << 10, 1 << 20), (1 << 20, 1 << 10)]) func aLargeDocumentIsReadToABound(_ text: Int, _ tree: Int) throws
    {
        let items = (0..<5_000).map { "<item id='\($0)'>text \($0)</item>" }
        let xml = Bytes(Array("<list>\(items.joined())</list>".utf8))
        let json = try XMLText.makeJSON(xml, XMLText.Bounds(text: text, tree: tree))
        #expect(json.count < 8 << 10)
        let root = try JSONDocument(json).root
        #expect(root["#error"]?.string?.contains("too large") == true)
        #expect(root["list"]?["item"]?[0]?["@id"]?.string == "0")
        #expect(try JSONDocument(XMLText.makeJSON(xml)).root["list"]?["item"]?.count == 5_000)
    }

    /// libxml2 holds them all.
    @Test func commentsWithoutNumberAreBounded() throws {
        let xml = Bytes(Array("<a>\(String(repeating: "<!---->", count: 5_000))<b/></a>".utf8))
        let json = try XMLText.makeJSON(xml, XMLText.Bounds(text: 1 << 20, tree: 100 << 10))
        #expect(try JSONDocument(json).root["#error"]?.string?.contains("too large") == true)
        #expect(try JSONDocument(XMLText.makeJSON(xml)).root["a"]?["b"]?.string == "")
    }

    @Test(arguments: [true, false]) func theyAreBoundedInUTF16Too(_ isBigEndian: Bool) throws {
        let text = "\u{feff}<a>\(String(repeating: "<!---->", count: 5_000))<b/></a>"
        let xml = Bytes(
            text.utf16.flatMap { unit in
                let pair = [UInt8(unit >> 8), UInt8(unit & 0xff)]
                return isBigEndian ? pair : pair.reversed()
            })
        let json = try XMLText.makeJSON(xml, XMLText.Bounds(text: 1 << 20, tree: 100 << 10))
        #expect(try JSONDocument(json).root["#error"]?.string?.contains("too large") == true)
        #expect(try JSONDocument(XMLText.makeJSON(xml)).root["a"]?["b"]?.string == "")
    }

    /// libxml2 compares each attribute with all others: a hundred thousand take minutes.
    @Test func attributesWithoutNumberAreBounded() throws {
        let many = (0..<100_000).map { "b\($0)='>'" }.joined(separator: " ")
        let json = try XMLText.makeJSON(Array("<a><c/><d \(many)/></a>".utf8))
        #expect(try JSONDocument(json).root["#error"]?.string?.contains("too large") == true)
        let some = (0..<900).map { "b\($0)='='" }.joined(separator: " ")
        // What only looks like a tag has no attributes.
        let other = String(repeating: "x<y = ' ", count: 3_000)
        let whole =
            "<a><!-- \(other) --><![CDATA[\(other)]]><?p \(other)?><d \(some)/>\(String(repeating: "<e f='='/>", count: 2_000))</a>"
        let root = try JSONDocument(XMLText.makeJSON(Array(whole.utf8))).root
        #expect(root["#error"] == nil && root["a"]?["e"]?.count == 2_000 && root["a"]?["d"]?["@b899"]?.string == "=")
    }

    /// What is wrong before the bound is wrong.
    @Test func aFaultOfALargeDocumentIsAFault() throws {
        let xml = Bytes(Array("<a><b></a>\(String(repeating: "<c/>", count: 5_000))".utf8))
        #expect(throws: XMLError.self) { try XMLText.makeJSON(xml, XMLText.Bounds(text: 1 << 10, tree: 1 << 20)) }
    }

    /// Ten entities of ten each make a text of gigabytes.
    @Test func billionLaughsAreNotLaughed() throws {
        var dtd = "<!ENTITY l0 \"lol\">"
        for level in 1...10 { dtd += "<!ENTITY l\(level) \"\(String(repeating: "&l\(level - 1);", count: 10))\">" }
        #expect(throws: XMLError.self) { try XMLText.makeJSON(Array("<!DOCTYPE a [\(dtd)]><a>&l10;</a>".utf8)) }
        let json = try XMLText.makeJSON(Array("<!DOCTYPE a [\(dtd)]><a>&l1;</a>".utf8))
        #expect(String(decoding: json, as: UTF8.self) == #"{"a": "&l1;"}"#)
    }

    @Test(arguments: [
        "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>",
        "<!DOCTYPE a [<!ENTITY x SYSTEM \"http://127.0.0.1:1/x\">]><a>&x;</a>",
        "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a>&amp;x;</a>",
    ])
    func nothingOutsideIsOpened(_ xml: String) throws {
        #expect(String(decoding: try XMLText.makeJSON(Array(xml.utf8)), as: UTF8.self) == #"{"a": "&x;"}"#)
    }

    @Test(arguments: [("", 1), ("<a>\n<b>\n</a>", 3), ("<a", 1), ("text", 1), ("<a/><b/>", 1), ("<a>&nope;</a>", 1)])
    func faultsHaveTheirLine(_ xml: String, _ line: Int) {
        let error = #expect(throws: XMLError.self) { try XMLText.makeJSON(Array(xml.utf8)) }
        #expect(
            error?.line == line && error?.message.isEmpty == false && error?.message.contains("\n") == false,
            "\(String(describing: error))")
    }

    @Test func deepDocumentsAreRefusedAndWideOnesRead() throws {
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(throws: XMLError.self) { try XMLText.makeJSON(Array(deep.utf8)) }
        let wide = "<a>" + String(repeating: "<b>1</b>", count: 100_000) + "</a>"
        let document = try JSONDocument(try XMLText.makeJSON(Array(wide.utf8)))
        #expect(document.root["a"]?["b"]?.count == 100_000)
    }
}
