// Generates large bodies, because the shared data is not on every machine.

enum MadeBody {
    /// A word that occurs only at the end of ``posts(bytes:)``.
    static let rareWord = "zyzzyva"

    /// One line of JSON of about this many bytes: posts with their authors, tags and places, as in social
    /// networks. A value or name has some 17 bytes, as in nativejson-benchmark's Twitter file.
    static func posts(_ name: String = "posts", bytes: Int) -> [UInt8] {
        var text = Array("{\"about\":\"\(name)\",\"posts\":[".utf8)
        text.reserveCapacity(bytes + 2_000)
        var number = 0
        while text.count < bytes {
            if number > 0 { text.append(UInt8(ascii: ",")) }
            text += post(number).utf8
            number += 1
        }
        text += ",{\"id\":-1,\"text\":\"\(rareWord)\"}]}".utf8
        return text
    }

    /// The JSON schema of such posts. The last one of ``posts(_:bytes:)`` differs from it in one place: it has no date.
    static let postsSchema = """
        {"type":"object","required":["about","posts"],"additionalProperties":false,"properties":{"about":{"type":"string"},\
        "posts":{"type":"array","items":{"type":"object","required":["created_at","id","text"],"properties":{\
        "created_at":{"type":"string","minLength":20},"id":{"type":"integer","format":"int64"},"text":{"type":"string","maxLength":280},\
        "truncated":{"type":"boolean"},"in_reply_to":{"type":["string","null"]},"user":{"type":"object","required":["id","name"],\
        "properties":{"id":{"type":"integer","minimum":1},"name":{"type":"string","pattern":"^user [0-9]+$"},\
        "location":{"type":"string"},"followers":{"type":"integer","minimum":0},"verified":{"type":"boolean"},\
        "url":{"type":"string","format":"uri"},"description":{"type":"string"},"image":{"type":"string","format":"uri"},\
        "banner":{"type":"string","format":"uri"}}},"source":{"type":"string"},"geo":{"type":"array","minItems":2,"maxItems":2,\
        "items":{"type":"number"}},"retweets":{"type":"integer","minimum":0},"entities":{"type":"object","properties":{\
        "hashtags":{"type":"array","items":{"type":"string"}},"urls":{"type":"array","items":{"type":"string"}},\
        "mentions":{"type":"array","items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},\
        "indices":{"type":"array","items":{"type":"integer"}}}}}}},"lang":{"enum":["en","de","fr"]}}}}}}
        """

    private static func post(_ number: Int) -> String {
        let words = ["the quick brown fox", "jumps over", "the lazy dog é日本", "and \\\"again\\\"", "for nothing at all"]
        let text = (0..<6).map { words[(number + $0 * 3) % words.count] }.joined(separator: " ")
        return """
            {"created_at":"Mon Sep 01 00:00:\(10 + number % 50) +0000 2025","id":\(505_874_924_095_815_700 + number),"text":"\(text)",\
            "truncated":false,"in_reply_to":null,"user":{"id":\(1_186_275_104 + number % 977),"name":"user \(number % 977)",\
            "location":"","followers":\(number % 4_001),"verified":\(number % 7 == 0),"url":"https://example.com/u/\(number % 977)",\
            "description":"\(text), \(text)","image":"https://images.example.com/profile_images/\(505_874_924 + number)/a_normal.jpeg",\
            "banner":"https://images.example.com/profile_banners/\(505_874_924 + number)/1409248547"},\
            "source":"<a href=\\"https://apps.example.com/client\\" rel=\\"nofollow\\">A client for telephones</a>",\
            "geo":[\(number % 90).25,\(number % 180).5],"retweets":\(number % 31),"entities":{"hashtags":["a\(number % 13)"],"urls":[],\
            "mentions":[{"name":"user \(number % 51)","indices":[3,\(number % 140)]}]},"lang":"en"}
            """
    }

    /// A list of small objects.
    static func rows(_ count: Int) -> [UInt8] {
        var text = Array("[".utf8)
        for number in 0..<count {
            let name = "name \((number &* 7_919) % count)"
            text += "\(number > 0 ? "," : ""){\"id\":\(number),\"name\":\"\(name)\",\"price\":\((number &* 31) % 9_973).5}".utf8
        }
        text.append(UInt8(ascii: "]"))
        return text
    }
}
