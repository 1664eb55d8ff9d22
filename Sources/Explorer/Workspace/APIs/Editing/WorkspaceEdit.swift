// A change of explorer.yaml as a change of its text: all other text stays byte for byte.

import Catalog
import YAMLText

enum WorkspaceEdit {
    /// The text after a change.
    /// - Parameters:
    ///   - change: the change to apply.
    ///   - api: the API of the request.
    ///   - bytes: the file before the change.
    ///   - path: the path of the file: files of bodies are relative to its folder.
    /// - Throws: ``EditProblem`` if the change cannot be made, or needs a person to check it.
    static func apply(_ change: SavedChange, api: String, to bytes: [UInt8], path: String) throws(EditProblem) -> [UInt8] {
        do throws(EditProblem) {
            let check = try EditCheck(bytes, api: api, path: path)
            let wanted = try check.work.changed(by: change)
            var edit = WorkspaceEdit.Run(text: try EditedText(bytes), base: ["apis", api], folder: check.folder)
            try edit.applyChange(change, check.work)
            try check.verify(edit.text.bytes, wanted, change)
            return edit.text.bytes
        } catch {
            var problem = error
            problem.path = path
            throw problem
        }
    }

    /// A change in progress.
    struct Run {
        var text: EditedText
        /// The path of the API in the file.
        let base: [String]
        let folder: String

        /// The path of a request in the file.
        private func requestPath(_ name: String) -> [String] {
            let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            return base + ["requests"] + parts.dropLast().flatMap { [$0, "folder"] } + parts.suffix(1)
        }

        mutating func applyChange(_ change: SavedChange, _ work: SavedWork) throws(EditProblem) {
            switch change {
            case .put(let request):
                guard let old = work.request(request.name) else {
                    let whole = try WrittenRequest(request: request, folder: folder).makeValue()
                    let path = requestPath(request.name)
                    return try text.addMember(path.dropLast(), path[path.count - 1], .value(whole, opening: 1))
                }
                try rewrite(old, as: request)
            case .remove(let name):
                try checkPlain(name)
                try text.remove(requestPath(name))
            case .copy(let name, let copy):
                let isNear = SavedWork.folder(name) == SavedWork.folder(copy)
                try self.copyRequest(name, to: copy, after: isNear ? requestPath(name).last : nil, withComments: false)
            case .move(let name, let target):
                guard name != target else { return }
                if SavedWork.folder(name) == SavedWork.folder(target) {
                    try checkPlain(name)
                    try text.rename(requestPath(name), to: requestPath(target)[requestPath(target).count - 1])
                } else {
                    try self.copyRequest(name, to: target, after: nil, withComments: true)
                    try text.remove(requestPath(name), keepsFirst: false)
                }
                try rename(name, to: target, in: "chains")
                try rename(name, to: target, in: "groups")
            }
        }

        private func checkPlain(_ name: String) throws(EditProblem) {
            if let index = try text.findValue(requestPath(name)) { try text.checkPlain(index) }
        }

        /// Changes only options whose meaning differs.
        private mutating func rewrite(_ old: WorkspaceRequest, as new: WorkspaceRequest) throws(EditProblem) {
            let path = requestPath(new.name)
            try checkPlain(new.name)
            let before = WrittenRequest(request: SavedWork.normal(old), folder: folder)
            let after = WrittenRequest(request: SavedWork.normal(new), folder: folder)
            var gone: [String] = []
            for option in WrittenRequest.changed {
                let value = try after.value(option)
                guard try before.value(option) != value else { continue }
                let isThere = try text.findValue(path + [option]) != nil
                switch value {
                case nil: gone.append(option)
                case let value? where isThere: try text.setValue(path + [option], value)
                case let value?:
                    try text.addMember(path, option, .value(value, opening: 0), after: try place(for: option, in: path))
                }
            }
            for option in gone { try text.remove(path + [option]) }
        }

        /// The option after which to insert another one, in the order of the documentation.
        private func place(for option: String, in path: [String]) throws(EditProblem) -> String? {
            guard let index = try text.findValue(path), text.node(index).kind == .mapping else { return nil }
            let keys = text.outline.members(of: index).map { text.node($0.key).text }
            let earlier = RequestsReader.options.prefix { $0 != option }
            return keys.last { earlier.contains($0) } ?? keys.first
        }

        /// Copies a request to another place, as it is written.
        private mutating func copyRequest(_ name: String, to target: String, after: String?, withComments: Bool)
            throws(EditProblem)
        {
            let (source, path) = (requestPath(name), requestPath(target))
            try checkPlain(name)
            let key = path[path.count - 1]
            guard let mapping = try text.findValue(source.dropLast()),
                let member = text.member(source[source.count - 1], of: mapping)
            else { return }
            let value = WrittenValue(text.outline, member.value)
            let range = text.node(member.value).range
            if text.node(mapping).style == .flow {
                let bytes = text.bytes[range]
                let isLine = !bytes.contains(0x0a)
                if !isLine, withComments, bytes.contains(0x23) {
                    throw .byHand(text.node(member.key).line, "there may be comments in its braces")
                }
                let line = WrittenValue.keyText(key, isJSON: false) + ": " + String(decoding: bytes, as: UTF8.self)
                return try text.addMember(
                    path.dropLast(), key, isLine ? .lines([line], column: 0, value) : .value(value, opening: 1), after: after)
            }
            let extent = try text.extent(member)
            let column = text.node(member.key).range.lowerBound - extent.lowerBound
            let start = withComments ? text.commentsAbove(extent.lowerBound, column: column) : extent.lowerBound
            let old = text.node(member.key).range
            let bytes =
                text.bytes[start..<old.lowerBound] + Array(WrittenValue.keyText(key, isJSON: false).utf8)
                + text.bytes[old.upperBound..<extent.upperBound]
            var lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map { line in
                String(decoding: line.last == 0x0d ? line.dropLast() : line, as: UTF8.self)
            }
            if lines.last == "" { lines.removeLast() }
            let isCommented = withComments && bytes.contains(0x23)
            try text.addMember(path.dropLast(), key, .lines(lines, column: column, isCommented ? nil : value), after: after)
        }

        /// Updates the name in chains or groups.
        private mutating func rename(_ name: String, to target: String, in option: String) throws(EditProblem) {
            guard let series = try text.findValue(base + [option]), text.node(series).kind == .mapping else { return }
            let lists = text.outline.members(of: series).map(\.value).filter { text.node($0).kind == .sequence }
            let found = lists.flatMap { text.outline.elements(of: $0) }.filter {
                text.node($0).kind == .scalar && text.node($0).text == name
            }
            // From the end, so that earlier positions stay valid.
            for index in found.reversed() {
                try text.checkPlain(index)
                try text.replaceScalar(index, target)
            }
        }
    }
}

extension WrittenValue {
    /// Reads a value of the file.
    init(_ outline: YAMLOutline, _ index: Int) {
        let node = outline.nodes[index]
        switch node.kind {
        case .scalar, .alias: self = node.isText ? .text(node.text) : .json(node.text)
        case .sequence: self = .list(outline.elements(of: index).map { WrittenValue(outline, $0) })
        case .mapping:
            self = .map(
                outline.members(of: index).map { Member(outline.nodes[$0.key].text, WrittenValue(outline, $0.value)) })
        }
    }
}
