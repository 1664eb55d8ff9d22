// What an operation takes that may turn the pages of a list.

import NetLayer

extension Operation {
    /// The parameters of the query, and where each begins to count: at its default, or at its minimum.
    public var pagingParameters: [PagingDetection.Known] {
        parameters.filter { $0.place == .query }.map { field in
            .init(field.name, first: field.defaultValue.flatMap { Int($0) } ?? field.rules.minimum.flatMap { Int($0.text) })
        }
    }
}
