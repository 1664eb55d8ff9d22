// Where variables begin and end in a text, also within each other's names.

import Testing

@testable import RequestFiles

struct VariableTextTests {
    private func texts(_ ranges: [Range<Int>], of text: String) -> [String] {
        let bytes = Array(text.utf8)
        return ranges.map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    @Test(arguments: [
        ("{{a}}/{{b}}", ["{{a}}", "{{b}}"], ["{{a}}", "{{b}}"]), ("{{host_{{env}}}}/n", ["{{env}}"], ["{{host_{{env}}}}"]),
        ("{{a_{{b_{{c}}}}}}", ["{{c}}"], ["{{a_{{b_{{c}}}}}}"]), ("{\"a\":{\"b\":{{c}}}}", ["{{c}}"], ["{{c}}"]),
        ("{{x {{b}} {y} }}", ["{{b}}"], ["{{b}}"]), ("{{{a}}}", ["{{a}}"], ["{{a}}"]), ("{{a{b}}", ["{{a{b}}"], ["{{a{b}}"]),
        ("{{a\n}}{{b}}", ["{{b}}"], ["{{b}}"]), ("{{a {{b}}", ["{{b}}"], ["{{b}}"]), ("{{a", [], []), ("}}", [], []),
    ])
    func rangesAreFound(_ text: String, _ inner: [String], _ outer: [String]) {
        let bytes = Array(text.utf8)
        #expect(texts(VariableText.spans(bytes), of: text) == inner)
        #expect(texts(VariableText.outerSpans(bytes), of: text) == outer)
        #expect(VariableText.isNested(text) == (inner != outer))
    }

    @Test func aTextIsNotSplitWithinAVariable() {
        #expect(VariableText.words("GET {{ a_{{ b }} }}/x y") == ["GET", "{{ a_{{ b }} }}/x", "y"])
    }
}
