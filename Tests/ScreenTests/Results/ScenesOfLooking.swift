// Scenes: searching by regular expressions and in names, answers through a program, images, XML.

import Canvas
import Document
import NetLayer

@testable import Screen

extension Scene {
    private static let catalogue =
        "{\n\"lamp\": {\n\"width\": 12,\n\"width_max\": 40\n},\n\"desk\": {\n\"width\": 160,\n\"note\": \"the width of a desk\"\n}\n}"

    /// A bright disc on a ground that becomes brighter to the right.
    private static func image(_ format: String, isDecoded: Bool = true) -> Reply {
        let (width, height) = (120, 80)
        let pixels = (0..<width * height).map { place in
            let (x, y) = (place % width, place / width)
            let isDisc = (x - 60) * (x - 60) + (y - 40) * (y - 40) < 900
            return UInt8(isDisc ? 250 : x * 2)
        }
        var reply = Reply.text(["\u{89}PNG"])
        reply.body.kind = .binary
        let facts = ImageFacts(format == "GIF" ? [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 120, 0, 80, 0, 0xF7] : webp)
        reply.picture = facts.map {
            Picture(facts: $0, preview: isDecoded ? ColorImage.grey(pixels, width: width) : nil)
        }
        return reply
    }

    private static let webp = Array("RIFF0000WEBPVP8X".utf8) + [10, 0, 0, 0, 0x10, 0, 0, 0, 119, 0, 0, 79, 0, 0, 0]

    static let looking = [
        Scene("image", [.small, .medium, .tiny]) { driver in
            driver.exchange(image("GIF"))
            driver.keys("3 f")
        },
        Scene("image-not-decoded", [.small]) { driver in
            driver.exchange(image("WebP", isDecoded: false))
            driver.keys("3")
        },
        Scene("search-regex", [.small, .medium]) { driver in
            driver.exchange(.text((1...200).map { "line \($0): a lamp, a Lamp and a desk" }))
            driver.keys("3 / A-r '\\d0: .*lamp'")
        },
        Scene("search-regex-wrong", [.small, .medium, .tiny]) { driver in
            driver.exchange(.json(catalogue))
            driver.keys("3 / A-r 'wid(th'")
        },
        Scene("search-keys", [.small, .medium]) { driver in
            driver.exchange(.json(catalogue))
            driver.keys("3 z / 'width' A-k enter n")
        },
        Scene("pipe-typed", [.small, .tiny]) { driver in
            driver.exchange(.json(catalogue))
            driver.keys("3 | 'jq .desk' enter |")
        },
        Scene("pipe-empty", [.small]) { driver in
            driver.exchange(.json(catalogue))
            driver.keys("3 |")
        },
        Scene("pipe-running", [.small]) { driver in
            driver.exchange(.json(catalogue))
            driver.keys("3 | 'jq .desk' enter")
            driver.wait(.seconds(3))
        },
        Scene("pipe-shown", [.small, .medium]) { driver in
            driver.exchange(.json(catalogue))
            driver.keys("3 | 'jq .desk' enter")
            driver.pipe(into: .json("{\n\"width\": 160,\n\"note\": \"the width of a desk\"\n}"))
        },
        Scene("pipe-failed", [.small, .tiny]) { driver in
            driver.exchange(.json(catalogue))
            driver.keys("3 | 'jq .[' enter")
            guard let request = driver.model.result.pipe.running?.request else { return }
            let errors = "jq: error: syntax error, unexpected end of file\n.[\njq: 1 compile error"
            driver.update(.outside(.piped(Piped(request, .exited(3), errors: errors))))
        },
        Scene("xml-pretty", [.small]) { driver in
            var reply = Reply.text(["<shop><lamp width=\"12\">a lamp</lamp><desk/></shop>"])
            reply.body.kind = .xml
            reply.body.pretty = ["<shop>", "  <lamp width=\"12\">a lamp</lamp>", "  <desk/>", "</shop>"]
            driver.exchange(reply)
            driver.keys("3 . z")
        },
        Scene(
            "diff-of-services", [.small, .medium],
            from: { size in
                var driver = Driver(try Shop.description(), Services.pool, width: size.width, height: size.height)
                driver.exchange(.json(catalogue))
                driver.keys("3 : 'diff api-3' enter")
                driver.answer(driver.start(), .json(catalogue.replacing("160", with: "180")))
                return driver
            }),
    ]
}
