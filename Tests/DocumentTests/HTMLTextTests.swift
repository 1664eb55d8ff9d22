// HTML as text to read.

import TestSupport
import Testing

@testable import Document

struct HTMLTextTests {
    private func text(_ html: String) -> String { String(decoding: HTMLPlainText.makeText(Array(html.utf8)), as: UTF8.self) }

    @Test(arguments: [
        ("", ""), (" \n ", ""), ("plain", "plain\n"), ("a <b>bold</b> word", "a bold word\n"), ("a\n  b\t c", "a b c\n"),
        ("<p>one</p>\n<p>two<p>three", "one\n\ntwo\n\nthree\n"), ("a<div>b</div>c", "a\nb\nc\n"),
        ("a<br>b<br/><br>c", "a\nb\n\nc\n"),
        ("<title>T &amp; <b></title><h1>H</h1>text", "T & <b>\n\nH\n\ntext\n"), ("a<hr>b", "a\n\n---\n\nb\n"),
        ("<script>if (a<b) '</p>'</script>x<style>p{}</style>y<!-- a > b -->z<!doctype html>", "xyz\n"),
        ("<SCRIPT>x</Script >y", "y\n"), ("<script>never ends", ""), ("a<!-- never ends", "a\n"), ("x<!-->y", "xy\n"),
        ("a < b & c > d", "a < b & c > d\n"),
        ("1 <2 </ >", "1 <2 </ >\n"), ("<a title=\"a>b\" x='<'>c</a>", "c\n"), ("a<b", "a\n"),
        ("<ul><li>one<li>two<ul><li>in</ul></ul>after", "• one\n• two\n  • in\n\nafter\n"),
        ("<ol start=3><li>a</li><li><p>b</p></li></ol>", "3. a\n\n4. b\n"),
        ("<table><tr><th>a<th>b</tr><tr><td>1</td><td>2</td></tr></table>", "a  b\n1  2\n"),
        ("<pre>a\n  b\n\nc</pre>d  e", "a\n  b\n\nc\n\nd e\n"), ("<img alt='a dog' src=x><img src=y>", "[a dog]\n"),
        ("<input value=Go><input TYPE=HIDDEN value=t><input placeholder='a name'>", "[Go] [a name]\n"),
        ("<dl><dt>t<dd>d</dl>", "t\n  d\n"),
    ])
    func blocksAreLines(_ html: String, _ expected: String) { #expect(text(html) == expected) }

    @Test func linksAreNumberedAndListedOnce() {
        let html =
            #"See <a href="/a?x=1&amp;y=2">one</a>, <a href='#top'>top</a>, <A HREF=/b>two</A> and <a href="/a?x=1&y=2">one again."#
        #expect(text(html) == "See one [1], top, two [2] and one again. [1]\n\n[1] /a?x=1&y=2\n[2] /b\n")
        #expect(text("<a href=' java\nscript:alert(1)'>x</a>") == "x\n")
        #expect(text("<a href=/a>x</a>y") == "x [1]y\n\n[1] /a\n")
    }

    @Test(arguments: [
        ("&lt;p&gt; &amp;amp; &quot;&apos;&nbsp;|", "<p> &amp; \"'\u{a0}|"),
        ("&eacute;&Ouml;&yuml;&euro;&hellip;&rarr;", "éÖÿ€…→"),
        ("&#233;&#xE9;&#XE9;&#233", "éééé"), ("&#128;&#0;&#xD800;&#99999999999;", "€\u{fffd}\u{fffd}\u{fffd}"),
        ("&copy 1 &copy=1 &nobody; & &; &#; &#x; &alpha", "© 1 &copy=1 &nobody; & &; &#; &#x; &alpha"),
    ])
    func charactersHaveNamesAndNumbers(_ html: String, _ expected: String) { #expect(text(html) == expected + "\n") }

    @Test(arguments: 1...30)
    func whateverComesIsText(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let parts = [
            "<", ">", "</", "<!--", "-->", "<a href=", "'", "\"", "&", "&#", "<pre>", "</pre>", "<ul>", "<li>", "<script>",
            "</script", "é", " ", "\n", "=", "/", "</ul>",
        ]
        let html = (0..<300).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
        let shown = HTMLPlainText.makeText(Array(html.utf8))
        #expect(String(validating: shown, as: UTF8.self) != nil)
        #expect(shown.isEmpty || shown.last == 0x0a)
    }

    /// Each of these made somebody's reader look at the rest of the text again and again.
    @Test(arguments: ["<", "<!--", "&", "<a ", "<script", "</", "<ul><li>", "<a href=x>", "&#x", "<!", "<title>"])
    func costsWhatTheTextIsLong(_ part: String) {
        let clock = ThreadTime()
        func time(_ count: Int) -> Duration {
            let html = Array(String(repeating: part, count: count).utf8)
            return clock.measure { _ = HTMLPlainText.makeText(html) }
        }
        _ = time(1000)
        // Ten times the text may take a hundred times as long where the cost is a square; 40 is far from both.
        #expect(time(40_000) < time(4_000) * 40 + .milliseconds(50), "\(part)")
    }

    @Test(arguments: [
        ("<html><head><meta charset='Shift_JIS'>", "Shift_JIS"), ("<?xml version=\"1.0\" encoding=\"koi8-r\"?>", "koi8-r"),
        ("<?xml version=\"1.0\"?><meta charset=big5>", nil), ("<meta name=a content='text/html; charset=big5'>", nil),
        ("<script>'<meta charset=big5>'</script>", nil), ("", nil),
    ])
    func aPageSaysItsOwnCharset(_ html: String, _ charset: String?) { #expect(DeclaredCharset.findLabel(html.utf8) == charset) }
}
