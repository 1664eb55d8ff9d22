// Which variables of a .http file apply everywhere, and which only to the requests beside them.

/// A variable applies in the whole file, unless several parts with requests set it to different values.
struct HTTPFileScopes {
    var file: [CollectionField] = []
    /// By the number of the part between separators.
    var ofRequests: [Int: [CollectionField]] = [:]
    var notes: [ImportNote] = []

    init(_ scanner: HTTPFileScanner) {
        let withRequests = Set(scanner.drafts.map(\.region))
        var values: [String: Set<String>] = [:]
        for variable in scanner.variables { values[variable.name, default: []].insert(variable.value) }
        var places: [String: Int] = [:]
        var placesOfRequests: [Int: [String: Int]] = [:]
        var noted: Set<String> = []
        for variable in scanner.variables {
            let field = CollectionField(variable.name, variable.value)
            let isContested = (values[variable.name]?.count ?? 0) > 1
            if isContested, withRequests.contains(variable.region) {
                let place = placesOfRequests[variable.region, default: [:]][variable.name]
                if let place {
                    ofRequests[variable.region]?[place] = field
                } else {
                    placesOfRequests[variable.region, default: [:]][variable.name] =
                        ofRequests[variable.region, default: []].count
                    ofRequests[variable.region, default: []].append(field)
                }
                if noted.insert(variable.name).inserted {
                    notes.append(
                        ImportNote(
                            .assumed, ImportPlace(file: scanner.file, line: variable.line),
                            "`\(variable.name)` is set more than once, and applies to the requests of its part",
                            hint: "use different names"))
                }
            } else if let place = places[variable.name] {
                file[place] = field
            } else {
                places[variable.name] = file.count
                file.append(field)
            }
        }
    }
}
