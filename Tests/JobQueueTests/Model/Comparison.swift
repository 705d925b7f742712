import JobQueue

/// Where the queue and its model part ways in a sequence.
struct Difference: CustomStringConvertible {
    let operations: [Operation]
    let expected: String
    let found: String

    var description: String {
        let lines = operations.map { "    \($0.line)," }.joined(separator: "\n")
        return "after\n\(lines)\nthe model says \(expected)\nand the queue   \(found)"
    }
}

/// Goes through a sequence on a fresh queue and its model, and compares them after each step.
enum Comparison {
    /// The first difference, or a broken promise; `nil` if all is well.
    ///
    /// - Parameter server: Whether a queue on a server is tried, too, which takes longer.
    static func difference(
        in operations: [Operation], from start: QueueModel = QueueModel(), server: Bool = true
    ) async throws -> Difference? {
        var difference: Difference?
        func compare(_ queue: TestQueue) async throws {
            for space in Operation.spaces {
                try await queue.addWebhook(in: space, budget: QueueModel.spaceBudget)
            }
            var model = start
            var run = StoreRun(queue)
            var before = model.sight
            for (index, operation) in operations.enumerated() {
                let expected = model.apply(operation)
                let found: String
                do {
                    found = try await run.apply(operation)
                } catch {
                    found = "\(error)"
                }
                var sight = try await queue.sight()
                // That of a server is not written here.
                if queue.place != nil { sight.journal = model.sight.journal }
                let parts = disagreement(expected, model.sight, found, sight)
                let promise = Promises.firstBroken(
                    by: operation, from: before, to: sight, cap: model.cap)
                guard parts != nil || promise != nil else {
                    before = sight
                    continue
                }
                difference = Difference(
                    operations: Array(operations[...index]),
                    expected: parts?.expected ?? "what the queue says",
                    found: promise ?? parts?.found ?? "")
                break
            }
            try await queue.store.foldSums()
            let differing = try await queue.store.differingSums()
            if difference == nil, !differing.isEmpty {
                difference = Difference(
                    operations: operations, expected: "the kept sums", found: "\(differing)")
            }
        }
        try await server ? TestQueue.with(compare) : TestQueue.inFile(compare)
        return difference
    }

    /// The shortest sequence that can be had from one that differs by leaving steps out.
    static func shortest(
        _ difference: Difference, from start: QueueModel = QueueModel()
    ) async throws -> Difference {
        var shortest = difference
        var chunk = max(1, shortest.operations.count / 2)
        while chunk > 0 {
            var position = 0
            var hasShrunk = false
            while position < shortest.operations.count {
                var fewer = shortest.operations
                fewer.removeSubrange(position..<min(position + chunk, fewer.count))
                if let smaller = try await self.difference(in: fewer, from: start) {
                    shortest = smaller
                    hasShrunk = true
                } else {
                    position += chunk
                }
            }
            // At single steps, one that can go may let an earlier one go.
            if chunk > 1 || !hasShrunk { chunk /= 2 }
        }
        return shortest
    }

    private static func disagreement(
        _ expected: String, _ model: QueueModel.Sight, _ found: String, _ sight: QueueModel.Sight
    ) -> (expected: String, found: String)? {
        if expected != found { return (expected, found) }
        for index in 0..<max(model.jobs.count, sight.jobs.count) {
            let pair = (model.jobs[safe: index], sight.jobs[safe: index])
            if pair.0 != pair.1 { return ("\(pair.0, default: "-")", "\(pair.1, default: "-")") }
        }
        for index in 0..<max(model.charges.count, sight.charges.count) {
            let pair = (model.charges[safe: index], sight.charges[safe: index])
            if pair.0 != pair.1 { return ("\(pair.0, default: "-")", "\(pair.1, default: "-")") }
        }
        if model.gates != sight.gates { return ("\(model.gates)", "\(sight.gates)") }
        return model.journal == sight.journal ? nil : ("\(model.journal)", "\(sight.journal)")
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}
