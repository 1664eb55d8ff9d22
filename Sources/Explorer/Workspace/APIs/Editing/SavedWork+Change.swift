// Applies a change to the saved requests of an API. The file must give the same result when it is read again.

import Catalog
import Document
import YAMLText

extension SavedWork {
    /// The saved work after a change, without line numbers.
    /// - Throws: ``EditProblem`` for a change that cannot be made.
    func changed(by change: SavedChange) throws(EditProblem) -> SavedWork {
        var work = withoutLines
        switch change {
        case .put(let request):
            var request = Self.normal(request)
            if let place = work.requests.firstIndex(where: { $0.name == request.name }) {
                request.assertions = work.requests[place].assertions
                request.captures = work.requests[place].captures
                work.requests[place] = request
            } else {
                try checkFree(request.name)
                work.insert(request, behind: nil)
            }
        case .remove(let name):
            _ = try place(name)
            if let user = (chains + groups).first(where: { $0.members.contains(name) }) {
                throw EditProblem("", "\(user.name) runs \(name)", "remove it there first", line: user.line)
            }
            work.requests.removeAll { $0.name == name }
        case .copy(let name, let copy):
            var request = work.requests[try place(name)]
            request.name = copy
            try checkFree(copy)
            work.insert(request, behind: Self.folder(name) == Self.folder(copy) ? name : nil)
        case .move(let name, let target):
            let old = try place(name)
            guard name != target else { return work }
            var request = work.requests[old]
            request.name = target
            try checkFree(target)
            if Self.folder(name) == Self.folder(target) {
                work.requests[old] = request
            } else {
                work.insert(request, behind: nil)
                work.requests.removeAll { $0.name == name }
            }
            let follow: (inout WorkspaceSeries) -> Void = { series in
                series.members = series.members.map { $0 == name ? target : $0 }
            }
            for index in work.chains.indices { follow(&work.chains[index]) }
            for index in work.groups.indices { follow(&work.groups[index]) }
        }
        return work
    }

    /// The folders of a name, each followed by a slash.
    static func folder(_ name: String) -> String {
        String(name[..<(name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex)])
    }

    private func place(_ name: String) throws(EditProblem) -> Int {
        guard let place = requests.firstIndex(where: { $0.name == name }) else {
            throw EditProblem("", "there is no saved request '\(name)'", "it may have been renamed or removed meanwhile")
        }
        return place
    }

    /// Inserts a request into its folder, at the end or after another request. A new folder
    /// goes to the end of its parent.
    private mutating func insert(_ request: WorkspaceRequest, behind: String?) {
        var folder = Self.folder(request.name)
        while !folder.isEmpty, !requests.contains(where: { $0.name.hasPrefix(folder) }) {
            folder = Self.folder(String(folder.dropLast()))
        }
        let last = requests.lastIndex { other in behind.map { $0 == other.name } ?? other.name.hasPrefix(folder) }
        requests.insert(request, at: last.map { $0 + 1 } ?? requests.count)
    }

    private func checkFree(_ name: String) throws(EditProblem) {
        func taken(_ by: String, _ line: Int?) -> EditProblem { EditProblem("", by, "take another name", line: line) }
        if let other = requests.first(where: { $0.name == name }) {
            throw taken("there is a request '\(name)' already", other.line)
        }
        if let other = chains.first(where: { $0.name == name }) { throw taken("'\(name)' is a chain", other.line) }
        if let other = groups.first(where: { $0.name == name }) { throw taken("'\(name)' is a group", other.line) }
        if requests.contains(where: { $0.name.hasPrefix(name + "/") }) { throw taken("'\(name)' is a folder", nil) }
        if let other = requests.first(where: { name.hasPrefix($0.name + "/") }) {
            throw taken("'\(other.name)' is a request and no folder", other.line)
        }
    }

    // MARK: Comparing

    /// A copy without line numbers, for comparisons.
    var withoutLines: SavedWork {
        var work = self
        work.requests = requests.map(Self.normal)
        for index in chains.indices { work.chains[index].line = 0 }
        for index in groups.indices { work.groups[index].line = 0 }
        return work
    }

    /// A request as it is after writing and reading: values of one name grouped, JSON without
    /// blanks, no body for an empty form.
    static func normal(_ request: WorkspaceRequest) -> WorkspaceRequest {
        var request = request
        request.line = 0
        (request.bounds, request.withheld) = (nil, nil)
        request.parameters = grouped(request.parameters, \.name)
        switch request.body {
        case .form([]), .multipart([]): request.body = .none
        case .form(let values): request.body = .form(grouped(values, \.name))
        case .multipart(let parts): request.body = .multipart(grouped(parts, \.name))
        case .json(let text): request.body = .json(normal(text))
        case .none, .text, .file: break
        }
        for index in request.assertions.indices {
            request.assertions[index].line = 0
            if case .equals(let text) = request.assertions[index].check {
                request.assertions[index].check = .equals(normal(text))
            }
        }
        return request
    }

    /// Groups values of the same name.
    static func grouped<Value>(_ values: [Value], _ name: (Value) -> String) -> [Value] {
        var names: [String] = []
        for value in values where !names.contains(name(value)) { names.append(name(value)) }
        return names.flatMap { wanted in values.filter { name($0) == wanted } }
    }

    private static func normal(_ json: WorkspaceText) -> WorkspaceText {
        guard let value = try? WrittenValue(json: json, ""), let yaml = try? YAMLText(Array(value.flowText(isJSON: true).utf8))
        else {
            return json
        }
        return (try? WorkspaceText(String(decoding: yaml.json.filter { $0 != 0x0a }, as: UTF8.self))) ?? json
    }
}
