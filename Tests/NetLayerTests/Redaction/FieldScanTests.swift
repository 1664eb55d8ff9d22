// Secret fields are found in any text that somebody writes fields in, whole or cut off.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct FieldScanTests {
    private func masked(_ text: String, _ names: Set<String> = []) -> String {
        String(decoding: ResponseSecrets(in: Array(text.utf8), names: names).masked, as: UTF8.self).replacing(
            Secret.mask, with: "•")
    }

    @Test(
        "members of JSON",
        arguments: [
            (#"{"access_token": "abc", "expires_in": 60}"#, #"{"access_token": "•", "expires_in": 60}"#),
            (#"{"a":"token","token":"x\"y","b":"c"}"#, #"{"a":"token","token":"•","b":"c"}"#),
            ("{\"token\":\"a\"}\n{\"token\":\"b\"}\n", "{\"token\":\"•\"}\n{\"token\":\"•\"}\n"),
            (#"{"refreshToken":"half of i"#, #"{"refreshToken":"•"#), (#"{"password":"ends in \"#, #"{"password":"•"#),
            (#"{"password":99912377777,"a":1}"#, #"{"password":•,"a":1}"#), (#"{"pin":-12.5e3}"#, #"{"pin":•}"#),
            (#"{"token":["a","b",[7]],"c":1}"#, #"{"token":["•","•",[•]],"c":1}"#),
            (
                #"{"secret":{"value":"x","n":{"m":[true,null,"y"]}},"c":"d"}"#,
                #"{"secret":{"value":"•","n":{"m":[true,null,"•"]}},"c":"d"}"#
            ),
            (#"{"access\u005ftoken":"abc"}"#, #"{"access\u005ftoken":"•"}"#),
            (#"{"headers":{"Authorization":"Bearer x","Accept":"*"}}"#, #"{"headers":{"Authorization":"•","Accept":"*"}}"#),
            (#"{'password': 'x', 'a': 'b'}"#, #"{'password': '•', 'a': 'b'}"#),
            (#"{"secret":["cut"#, #"{"secret":["•"#), (#"{"secret":{"a":"b"},"c":"d"}"#, #"{"secret":{"a":"•"},"c":"d"}"#),
        ] as [(String, String)])
    func members(_ text: String, _ expected: String) { #expect(masked(text) == expected) }

    @Test(
        "JSON in a string of JSON",
        arguments: [
            (#"{"body":"{\"password\":\"x\",\"a\":\"b\"}"}"#, #"{"body":"{\"password\":\"•\",\"a\":\"b\"}"}"#),
            (#"{"body":"{\n  \"password\": \"x\\\"y\"\n}"}"#, #"{"body":"{\n  \"password\": \"•\"\n}"}"#),
            (
                #"{"b":"{\"c\":\"{\\\"token\\\":\\\"x\\\",\\\"d\\\":1}\"}"}"#,
                #"{"b":"{\"c\":\"{\\\"token\\\":\\\"•\\\",\\\"d\\\":1}\"}"}"#
            ),
            (#"{"body":"{\"password\":\"hunter2"}"#, #"{"body":"{\"password\":\"•"}"#),
            (#"{"body":"{\"pin\":1234}"}"#, #"{"body":"{\"pin\":•}"}"#),
        ] as [(String, String)])
    func nested(_ text: String, _ expected: String) { #expect(masked(text) == expected) }

    @Test(
        "texts, forms, XML, lines of headers",
        arguments: [
            ("access_token=a%20b&scope=all", "access_token=•&scope=all"), ("user[password]=x&a=b", "user[password]=•&a=b"),
            ("user%5Bpassword%5D=x&a=b", "user%5Bpassword%5D=•&a=b"), ("say: password = x y", "say: password = • y"),
            (#"{"next":"https://h/?a=1&access_token=x&b=2"}"#, #"{"next":"https://h/?a=1&access_token=•&b=2"}"#),
            (#"{"next":"/?access_token\u003dx\u0026b\u003d2"}"#, #"{"next":"/?access_token\u003d•\u0026b\u003d2"}"#),
            ("r=https%3A%2F%2Fh%3Faccess_token%3Dx%26b", "r=https%3A%2F%2Fh%3Faccess_token%3D•%26b"),
            ("<a><password>x</password><b>y</b></a>", "<a><password>•</password><b>y</b></a>"),
            ("<s:ApiKey type='t'> x </s:ApiKey>", "<s:ApiKey type='t'> •</s:ApiKey>"),
            ("<secret><![CDATA[a<b]]></secret>", "<secret><![CDATA[•]]></secret>"), ("<password/>x", "<password/>x"),
            ("<secret> <![CDATA[a<b]]> </secret><b>c</b>", "<secret> <![CDATA[•]]> </secret><b>c</b>"),
            ("<a><secret><v>x</v><w/>y</secret><b>c</b></a>", "<a><secret><v>•</v><w/>•</secret><b>c</b></a>"),
            ("<a><secret><v>x</v><w><![CDATA[cut", "<a><secret><v>•</v><w><![CDATA[•"),
            ("write <token> here, <b>not</b> there", "write <token> •<b>not</b> there"),
            ("password=hun)ter2)", "password=•)"), ("password=a]b}c`d&e=f", "password=•&e=f"),
            ("password: |\n  x\n\n  y\nrole: a", "password: |\n  •\n\n  •\nrole: a"),
            ("a:\n  - token: >-\n      x y\n    b: c", "a:\n  - token: >-\n      •\n    b: c"),
            ("name: a\npassword:\n- x y\n- 'z'\nrole: a", "name: a\npassword:\n- •\n- •\nrole: a"),
            ("password: [x, y]\nrole: [a]", "password: [•]\nrole: [a]"), ("password: >x|", "password: •"),
            (#"<db password="x" user="y"/>"#, #"<db password="•" user="y"/>"#), ("<password>cut", "<password>•"),
            ("GET / HTTP/1.1\r\nAuthorization: Bearer x\r\nA: b", "GET / HTTP/1.1\r\nAuthorization: •\r\nA: b"),
            ("user: ann\npassword: x y\nrole: a", "user: ann\npassword: •\nrole: a"),
            ("- token: 'x'\n- a: b", "- token: '•'\n- a: b"),
            (#"{"raw":"A: b\r\nCookie: sid=x; a=b\r\nC: d"}"#, #"{"raw":"A: b\r\nCookie: •\r\nC: d"}"#),
            (#"["Authorization: Bearer x","A: b"]"#, #"["Authorization: •","A: b"]"#),
            (#"with Token token="x", a"#, #"with Token token="•", a"#), (#"{"m":"token=\"x\" b"}"#, #"{"m":"token=\"•\" b"}"#),
            (#"{"m":"?token=a\/b\u003d\u0026c=d"}"#, #"{"m":"?token=•\u0026c=d"}"#),
            (#"{"m":"a\r\ntoken: a\/b\u0041\r\nc: d"}"#, #"{"m":"a\r\ntoken: •\r\nc: d"}"#),
            (#"{:password=>"x", :a=>1}"#, #"{:password=>"•", :a=>1}"#),
        ] as [(String, String)])
    func texts(_ text: String, _ expected: String) { #expect(masked(text) == expected) }

    @Test(
        "what is none stays",
        arguments: [
            #"{"key":"PROJ-1","signature":"f(x)","password":null,"token":"","secret":false,"session":"s"}"#, #"{"token": {}}"#,
            "not JSON: \"token\" is a word", "", "\"", #""token":"#, "if token == other {", "a != b && token >= 7",
            "<token-list><a>b</a></token-list>", "the password must be long", "https://h/token/7", "at 12:30:00 it was",
            #"{"usage":{"total_tokens":12,"prompt_tokens":7},"next_page_token":"CAUQAA","token_type":"bearer"}"#,
            "base64==token==", "page_token=abc&cursor=x", "password:\n  minimum: 8",
        ])
    func harmless(_ text: String) { #expect(masked(text) == text) }

    @Test func namesOfTheDescriptionCountToo() {
        #expect(masked(#"{"zeta":"x","eta":"y"}"#, ["zeta"]) == #"{"zeta":"•","eta":"y"}"#)
        #expect(masked("zeta=x&eta=y", ["zeta"]) == "zeta=•&eta=y")
    }

    /// A body in which everything nests, ends nowhere or begins again costs no more than another one.
    @Test func hostileTextsCostNoMoreThanOthers() {
        let count = 200_000
        let texts = [
            "token=" + String(repeating: "\\", count: count) + "/", "token=" + String(repeating: "\\/", count: count / 2),
            String(repeating: "\"password\":", count: count / 10), String(repeating: "\"token\":{", count: count / 9),
            String(repeating: "\\", count: count), String(repeating: "\"", count: count), String(repeating: "=", count: count),
            String(repeating: "<token ", count: count / 7), String(repeating: "token=\"", count: count / 7),
            "\"token\":" + String(repeating: " ", count: count), String(repeating: "\"token\": ", count: count / 9),
            String(repeating: "token:\n", count: count / 7), String(repeating: "token: |\n ", count: count / 10),
            String(repeating: "<token>", count: count / 7), String(repeating: "x<token>", count: count / 8),
            "token:\n" + String(repeating: "- token:\n", count: count / 9), String(repeating: " ", count: count) + "token: |\n x",
            String(repeating: "token: |\n  token: |\n    ", count: count / 20),
            "<token>" + String(repeating: "<![CDATA[", count: count / 9),
            String(repeating: "\\\"token\\\":\\\"", count: count / 12),
        ]
        for text in texts {
            let clock = ThreadTime()
            let took = clock.measure { _ = ResponseSecrets(in: Array(text.utf8)) }
            #expect(took < .seconds(3), "\(text.prefix(12)): \(took)")
        }
    }
}
