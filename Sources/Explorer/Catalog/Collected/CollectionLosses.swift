// The parts of a collection's request that could not be imported.

import RequestFiles

extension APIDescription {
    /// The parts that a request of a collection is sent without, because they were skipped or are not
    /// supported. Empty for other descriptions.
    /// - Parameter index: the index of the endpoint.
    public func losses(of index: Int) -> [Warning] {
        guard let requests = collected?.requests, requests.indices.contains(index) else { return [] }
        let place = requests[index].request.place
        let end = requests.lazy.map(\.request.place).filter { $0.file == place.file }.compactMap(\.line).filter {
            $0 > place.line ?? 0
        }.min()
        return warnings.filter { warning in
            guard warning.rule == .importSkipped || warning.rule == .importUnsupported, warning.file ?? "" == place.file else {
                return false
            }
            if let pointer = place.pointer { return warning.pointer == pointer || warning.pointer.hasPrefix(pointer + "/") }
            guard let line = warning.line, let start = place.line else { return false }
            return line >= start && line < end ?? .max
        }
    }
}
