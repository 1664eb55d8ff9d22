// XML laid out: an element a line, text left as it is, whatever else stands in the document.

import Document
import TestSupport
import Testing

@Suite struct XMLPrettyTests {
    private func pretty(_ text: String) -> [String] {
        String(decoding: XMLPretty.format(Array(text.utf8)), as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
    }

    @Test func anElementALine() {
        #expect(
            pretty("<?xml version=\"1.0\"?><a><b x=\"1\"/><c>text</c><d></d><e><f/></e></a>")
                == [
                    "<?xml version=\"1.0\"?>", "<a>", "  <b x=\"1\"/>", "  <c>text</c>", "  <d></d>", "  <e>", "    <f/>",
                    "  </e>",
                    "</a>",
                ])
    }

    @Test func whatIsLaidOutAlreadyIsLaidOutAnew() {
        #expect(pretty("<a>\n\t<b>\n\n</b>\n\t\t<c/>\n</a>\n") == ["<a>", "  <b>", "  </b>", "  <c/>", "</a>"])
        let once = XMLPretty.format(Array("<a><b><c/></b></a>".utf8))
        #expect(XMLPretty.format(once) == once)
    }

    @Test func mixedContentIsKept() {
        #expect(
            pretty("<p><q>one <b>two</b>\n  <i/> three</q><r><s/></r></p>")
                == ["<p>", "  <q>one <b>two</b>", "  <i/> three</q>", "  <r>", "    <s/>", "  </r>", "</p>"])
        #expect(pretty("<a><![CDATA[ <x> ]]><b/></a>") == ["<a><![CDATA[ <x> ]]><b/></a>"])
        #expect(pretty("<a xml:space=\"preserve\"> <b/> </a>") == ["<a xml:space=\"preserve\"> <b/> </a>"])
    }

    @Test func marksOfEveryKind() {
        #expect(
            pretty("<!DOCTYPE a [<!ENTITY e \"<x>\"> <!-- don't ]> --> ]><!-- <b> --><a t='1 > 0' u=\"/\"><?p ?>?></a>")
                == [
                    "<!DOCTYPE a [<!ENTITY e \"<x>\"> <!-- don't ]> --> ]>", "<!-- <b> -->", "<a t='1 > 0' u=\"/\"><?p ?>?></a>",
                ])
    }

    @Test func depthDoesNotGrowTheText() {
        let depth = 5_000
        let text = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        #expect(XMLPretty.format(Array(text.utf8)).count < 2 * depth * 210)
    }

    @Test(arguments: ["", "<", "<a", "</a>", "<!--", "<![CDATA[", "<a><b></a>", "text", "<a></a></a>", "<?", "<!DOCTYPE ["])
    func whatIsNoXMLIsStillThere(_ text: String) {
        #expect(XMLPretty.format(Array(text.utf8)).filter { $0 > 0x20 } == Array(text.utf8).filter { $0 > 0x20 })
    }

    @Test(arguments: 1...30)
    func nothingButBlankSpaceChanges(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = ["<a>", "</a>", "<b/>", "x", " ", "\n", "<!-- c -->", "<![CDATA[d]]>", "<", ">", "\"", "'", "&amp;", "é"]
        for _ in 1...50 {
            let text = (0..<20).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            #expect(
                XMLPretty.format(Array(text.utf8)).filter { $0 > 0x20 } == Array(text.utf8).filter { $0 > 0x20 }, "\(text)")
        }
    }
}
