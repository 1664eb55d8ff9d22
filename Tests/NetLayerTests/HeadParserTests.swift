// Response heads, line by line.

import Testing

@testable import NetLayer

@Suite struct HeadParserTests {
    private func parse(_ lines: String...) -> ResponseHead? {
        var parser = HeadParser()
        for line in lines {
            if case .complete(let head) = Array((line + "\r\n").utf8).withUnsafeBytes({ parser.take($0) }) { return head }
        }
        return nil
    }

    @Test func aStatusLineGivesVersionStatusAndReason() {
        #expect(parse("HTTP/1.1 404 Not  Found ", "") == ResponseHead(status: 404, reason: "Not  Found"))
        #expect(parse("HTTP/1.0 200", "") == ResponseHead(status: 200, version: "HTTP/1.0"))
        #expect(parse("HTTP/2 204 ", "") == ResponseHead(status: 204, version: "HTTP/2"))
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
}
