// The layout of an error on standard error: what is wrong, then where, then what to do next.

import Workbench

/// An error in lines. Every command prints its errors through this type.
struct ErrorBlock: Equatable {
    let lines: [String]

    /// - Parameters:
    ///   - problem: what is wrong.
    ///   - places: where, or the details.
    ///   - steps: what to do next.
    init(_ problem: String, at places: [String] = [], next steps: [String] = []) {
        let texts = ([problem] + places + steps).flatMap { $0.split(separator: "\n") }
        lines = texts.map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
    }

    init(_ failure: Failure) { self.init(failure.title, at: [failure.detail], next: [failure.hint]) }

    /// The name of the program stands before the first line. Each further line is indented by two blanks.
    var text: String { "explorer: " + lines.joined(separator: "\n  ") }
}
