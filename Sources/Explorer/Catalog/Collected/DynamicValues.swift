// Generates values when a request is sent: `{{$guid}}`, `{{$timestamp}}`, `{{$randomInt 1 10}}`, as Postman,
// JetBrains and VS Code do.

import Foundation
import NetLayer
import RequestFiles

/// Generates values. The caller injects the time and the random numbers: equal inputs give equal values.
public struct DynamicValues<Chance: RandomNumberGenerator> {
    private let date: Date
    private var chance: Chance

    /// - Parameter now: seconds since 1970.
    public init(now: Double, chance: Chance) {
        self.date = Date(timeIntervalSince1970: now)
        self.chance = chance
    }

    /// Replaces the dynamic variables everywhere in a plan.
    public mutating func resolveVariables(_ plan: inout RequestPlan) {
        if let path = filled(plan.path, escaping: true) { plan.path = path }
        for index in plan.parameters.indices {
            let parameter = plan.parameters[index]
            if let name = filled(parameter.name, escaping: parameter.isEncoded) { plan.parameters[index].name = name }
            if let value = filled(parameter.value, escaping: parameter.isEncoded) { plan.parameters[index].value = value }
        }
        if plan.headers.fields.contains(where: { mayBeFilled($0.value.revealed) }) {
            plan.headers = Headers(plan.headers.fields.map { HeaderField($0.name, filled($0.value) ?? $0.value) })
        }
        switch plan.body {
        case .bytes(let bytes, let type): if let new = filled(bytes) { plan.body = .bytes(new, contentType: type) }
        case .multipart(var body):
            for index in body.parts.indices {
                if let name = filled(body.parts[index].name) { body.parts[index].name = name }
                guard case .bytes(let bytes) = body.parts[index].content, let new = filled(bytes) else { continue }
                body.parts[index].content = .bytes(new)
            }
            plan.body = .multipart(body)
        case .none, .json, .file, .sequence: break
        }
    }

    private func mayBeFilled(_ text: String) -> Bool { text.contains("{{") }

    private mutating func filled(_ value: FieldValue, escaping: Bool = false) -> FieldValue? {
        guard let text = filled(value.revealed, escaping: escaping) else { return nil }
        return value.isSecret ? .secret(Secret(text)) : .plain(text)
    }

    private mutating func filled(_ text: String, escaping: Bool = false) -> String? {
        guard mayBeFilled(text) else { return nil }
        return filled(Array(text.utf8), escaping: escaping).map { String(decoding: $0, as: UTF8.self) }
    }

    /// `nil` when there is nothing to replace.
    private mutating func filled(_ bytes: [UInt8], escaping: Bool = false) -> [UInt8]? {
        let spans = VariableText.spans(bytes).filter { DynamicName(bytes[$0]) != nil }
        guard !spans.isEmpty else { return nil }
        var output: [UInt8] = []
        var start = 0
        for span in spans {
            output += bytes[start..<span.lowerBound]
            start = span.upperBound
            let value = DynamicName(bytes[span]).map { makeValue($0) } ?? ""
            output += Array((escaping ? PercentCoding.encode(value, for: .pathSegment) : value).utf8)
        }
        return output + bytes[start...]
    }

    // MARK: making

    private mutating func makeValue(_ name: DynamicName) -> String {
        switch name {
        case .uuid: makeUUID()
        case .timestamp(let offset): String(Int((date.timeIntervalSince1970 + offset).rounded(.down)))
        case .isoTimestamp(let offset):
            date.addingTimeInterval(offset).formatted(
                Date.ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt))
        case .httpDate(let offset): httpDate(date.addingTimeInterval(offset))
        case .integer(let range): String(Int.random(in: range, using: &chance))
        case .text(let alphabet, let count):
            String((0..<count).compactMap { _ in alphabet.characters.randomElement(using: &chance) })
        }
    }

    private mutating func makeUUID() -> String {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &chance) }
        // RFC 9562 §5.4: version 4.
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        let hex = bytes.map { String(Int($0) + 256, radix: 16).dropFirst() }
        let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { hex[$0].joined() }
        return groups.joined(separator: "-")
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
    private func httpDate(_ moment: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.weekday, .day, .month, .year, .hour, .minute, .second], from: moment)
        func twoDigits(_ number: Int?) -> String { String(String((number ?? 0) + 100).dropFirst()) }
        let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][((parts.weekday ?? 1) - 1) % 7]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let month = months[((parts.month ?? 1) - 1) % 12]
        return
            "\(day), \(twoDigits(parts.day)) \(month) \(parts.year ?? 0) \(twoDigits(parts.hour)):\(twoDigits(parts.minute)):\(twoDigits(parts.second)) GMT"
    }
}
