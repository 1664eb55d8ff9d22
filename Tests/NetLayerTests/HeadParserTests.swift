// Response heads, line by line.

import Testing

@testable import NetLayer

@Suite struct HeadParserTests {
    private func parse(_ lines: String...) -> ResponseHead? {
        var parser = HeadParser()
        for line in lines {
            if case .complete(let head) = Array((line + "\r\n").utf8).withUnsafeBytes({ parser.parseLine($0) }) { return head }
        }
        return nil
    }

    @Test func aStatusLineGivesVersionStatusAndReason() {
        #expect(parse("HTTP/1.1 404 Not  Found ", "") == ResponseHead(status: 404, reason: "Not  Found"))
        #expect(parse("HTTP/1.0 200", "") == ResponseHead(status: 200, version: "HTTP/1.0"))
        #expect(parse("HTTP/2 204 ", "") == ResponseHead(status: 204, version: "HTTP/2"))
    }

    /// Nothing is read behind the line.
    @Test func aStatusLineMayEndWithItsDigits() {
        var parser = HeadParser()
        _ = Array("HTTP/2 200".utf8).withUnsafeBytes { parser.parseLine($0) }
        guard case .complete(let head) = Array("\r\n".utf8).withUnsafeBytes({ parser.parseLine($0) }) else {
            Issue.record("no head")
            return
        }
        #expect(head == ResponseHead(status: 200, version: "HTTP/2"))
    }

    @Test(arguments: ["", "HTTP/1.1", "HTTP/1.1 20", "HTTP/1.1 2000 OK", "HTTP/1.1 abc", "ICY 200 OK"])
    func whatIsNoStatusLineIsInvalidOrSkipped(_ line: String) {
        #expect(parse(line, "") == nil)
    }

    @Test func fieldsKeepOrderNamesAndInnerSpace() {
        let head = parse("HTTP/1.1 200 OK", "B: 1", "a :  two  words \t", "B:", "no colon", "url: http://a:1/", "")
        #expect(head?.headers.fields.map(\.name) == ["B", "a", "B", "no colon", "url"])
        #expect(head?.headers.fields.map(\.value.revealed) == ["1", "two  words", "", "", "http://a:1/"])
    }

    @Test func foldedLinesContinueTheValue() {
        let head = parse("HTTP/1.1 200 OK", "A: one", "  two", "\tthree", "B: x", "")
        #expect(head?.headers["A"] == "one two three")
        #expect(head?.headers["B"] == "x")
    }

    @Test func onlyTheLastBlockCounts() {
        let head = parse("HTTP/1.1 100 Continue", "X: 1", "", "HTTP/1.1 200 OK", "Y: 2", "")
        #expect(head == ResponseHead(status: 200, reason: "OK", headers: ["Y": "2"]))
    }

    @Test func credentialsAreSecretFromTheStart() {
        let head = parse("HTTP/1.1 200 OK", "Set-Cookie: id=hunter2", "")
        #expect(head?.headers["set-cookie"] == "id=hunter2")
        #expect(head.map { "\($0.headers)".contains("hunter2") } == false)
    }

    /// libcurl ends the head at a line of nothing alone, and so do we: what follows is no trailer.
    @Test(arguments: [" ", "\t", " \t "]) func aLineOfSpacesDoesNotEndTheHead(_ blank: String) {
        let head = parse("HTTP/1.1 200 OK", "A: 1", blank, "B: 2", "")
        #expect(head?.headers.description == "A: 1\nB: 2")
        #expect(parse(blank, "HTTP/1.1 200 OK", blank, "A: 1", "")?.headers.description == "A: 1")
    }

    @Test func linesMayLackTheirReturn() {
        var parser = HeadParser()
        var head: ResponseHead?
        for line in ["HTTP/1.1 200 OK\n", "A: 1", "B: 2\n", "\n"] {
            if case .complete(let complete) = Array(line.utf8).withUnsafeBytes({ parser.parseLine($0) }) { head = complete }
        }
        #expect(head?.headers.description == "A: 1\nB: 2")
    }

    @Test func bytesThatAreNoUTF8AreKeptAsCharacters() {
        var parser = HeadParser()
        var head: ResponseHead?
        for line in [Array("HTTP/1.1 200 ".utf8) + [0xe9], Array("X-A: ".utf8) + [0xff], []] {
            if case .complete(let complete) = (line + [0x0d, 0x0a]).withUnsafeBytes({ parser.parseLine($0) }) { head = complete }
        }
        #expect(head?.reason == "é" && head?.headers["x-a"] == "ÿ")
    }

    // MARK: What the transport asks for

    /// What stands in the lines as they pass is what stands in the fields.
    @Test(
        arguments: [
            (["A: 1"], nil, false), (["Content-Length: 5"], 5, false), (["CONTENT-length :7 "], 7, false),
            (["Content-Length: x", "Content-Length: 5"], nil, false), (["Content-Length: 5", "Content-Length: 5"], 5, false),
            (["Content-Length:", " 5"], 5, false), (["Content-Length: 5", " 6"], nil, false),
            (["A: b", " Content-Length: 5"], nil, false), (["A: b", " c", "Content-Length: 5"], 5, false),
            (["Content-Encoding: gzip"], nil, true), (["content-ENCODING:"], nil, true),
            (["Content-Encoding: br", " x"], nil, true),
            (["Content-Encodings: gzip", "XContent-Length: 5"], nil, false), (["A: 1", " 2", "Content-Encoding: br"], nil, true),
        ] as [([String], Int?, Bool)])
    func lengthAndCodingAreKnownWithoutReadingTheFields(_ lines: [String], _ length: Int?, _ isCoded: Bool) {
        var parser = HeadParser()
        var head: ResponseHead?
        for line in ["HTTP/1.1 103 Early Hints", "Content-Length: 99", "Content-Encoding: br", "", "HTTP/1.1 200 OK"] + lines + [
            ""
        ] {
            if case .complete(let complete) = Array((line + "\r\n").utf8).withUnsafeBytes({ parser.parseLine($0) }) {
                head = complete
            }
        }
        #expect(parser.announcedLength == length)
        #expect(parser.isCoded == isCoded)
        #expect(head?.headers["Content-Length"].flatMap { Int($0) } == length)
        #expect((head?.headers.first("Content-Encoding") != nil) == isCoded)
    }
}
