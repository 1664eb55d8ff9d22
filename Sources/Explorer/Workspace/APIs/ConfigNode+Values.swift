// Scalars of explorer.yaml: durations with units, percentages, counts, booleans, words of a list.

import Canvas
import Catalog
import Document
import NetLayer

extension ConfigNode {
    /// A non-empty text.
    func readText() -> String? {
        if let text = node.string, !text.isEmpty { return text }
        complain("\(name) is not text", "write one after '\(name):', in quotes where it looks like a number")
        return nil
    }

    /// `500ms`, `5s`, `1.5m`, `1h`; at most 24 hours.
    /// - Parameter isPositive: rejects zero.
    func readDuration(isPositive: Bool = true) -> Duration? {
        guard let span = SpanText.parse(node.displayText) else {
            complain("\(name) '\(node.displayText)' is not a duration", "write a number and ms, s, m or h, for example 5s")
            return nil
        }
        guard span <= SpanText.longest, isPositive ? span > .zero : span >= .zero else {
            complain("\(name) \(node.displayText) is out of range", "take \(isPositive ? "more than 0" : "0") to 24h")
            return nil
        }
        return span
    }

    /// `never`, `p95`, or a duration of at most an hour.
    func readHedge() -> HedgePolicy? {
        if let policy = HedgePolicy(word: node.displayText) { return policy }
        complain("\(name) '\(node.displayText)' cannot be used", HedgePolicy.wordHint)
        return nil
    }

    /// The interval between requests to a service.
    /// - Parameters:
    ///   - place: the path of the option below the API, for messages.
    ///   - least: the minimum, as text. Shorter intervals would overload the services.
    func readInterval(_ place: String, atLeast least: String = "100ms") -> Duration? {
        guard let span = readDuration() else { return nil }
        guard let shortest = SpanText.parse(least), span < shortest else { return span }
        complain("\(place) \(node.displayText) would ask without a pause", "take \(least) or more")
        return nil
    }

    /// `30%`, or only the number.
    func readPercent(_ range: ClosedRange<Int> = 1...100) -> Int? {
        let text = node.displayText
        guard let number = Int(text.hasSuffix("%") ? text.dropLast() : text[...]), range.contains(number) else {
            complain("\(name) '\(text)' is not a share", "write \(range.lowerBound)% to \(range.upperBound)%")
            return nil
        }
        return number
    }

    func readCount(_ range: ClosedRange<Int>) -> Int? {
        guard let number = node.int, range.contains(number) else {
            complain("\(name) '\(node.displayText)' is not a number from \(range.lowerBound) to \(range.upperBound)", "write one")
            return nil
        }
        return number
    }

    func readFlag() -> Bool? {
        if let flag = node.bool { return flag }
        complain("\(name) '\(node.displayText)' is neither true nor false", "write one of the two")
        return nil
    }

    /// A JSON pointer into the response.
    func readPointer() -> String? {
        guard let text = node.string, JSONPointer.tokens(text) != nil else {
            complain("\(name) '\(node.displayText)' is not a JSON pointer", "write it like /data/items")
            return nil
        }
        return text
    }

    /// One of the given words.
    func readWord(_ words: [String]) -> String? {
        if let word = node.string?.replacing("_", with: "-"), words.contains(word) { return word }
        let guess =
            ClosestName.match(node.displayText, among: words).map { "did you mean \($0)?" }
            ?? "there are \(words.joined(separator: ", "))"
        complain("\(name) '\(node.displayText)' is not known", guess)
        return nil
    }
}
