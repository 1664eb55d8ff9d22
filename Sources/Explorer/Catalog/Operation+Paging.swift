// The parameters of an operation that may control the paging of a list.

import NetLayer

extension Operation {
    /// The query parameters, each with its first value: its default, or its minimum.
    public var pagingParameters: [PagingDetection.Known] {
        parameters.filter { $0.place == .query }.map { field in
            .init(field.name, first: field.defaultValue.flatMap { Int($0) } ?? field.rules.minimum.flatMap { Int($0.text) })
        }
    }
}
