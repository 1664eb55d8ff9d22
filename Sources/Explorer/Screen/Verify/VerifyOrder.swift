// A verification that the model orders from the engine, and the reports that come back.

import Catalog
import NetLayer
import Workbench

/// A verification of the API in use.
public struct VerifyOrder: Sendable, Equatable {
    /// The number of the group's row, reserved.
    public let id: TaskID
    /// Decides what is sent.
    public let machine: VerifyMachine
    let description: APIDescription
    let pool: ServicePool
    /// Operations with servers of their own do not send there.
    let usesPoolAlone: Bool
    let credentials: Credentials
    let defaults: RequestDefaults
    let policies: CallPolicies
    /// The security scheme that the login is for; `nil`: for all operations.
    let loginScheme: String?
    /// The request that the user is asked about, before any other. The agreements to it hold for all.
    var lead: RequestPlan
    var cause = SendCause.verify

    public static func == (a: VerifyOrder, b: VerifyOrder) -> Bool { a.id == b.id && a.lead == b.lead && a.cause == b.cause }

    /// What all requests to an endpoint have, or why it gets none.
    package func target(of endpoint: Int) -> Result<VerifyTarget, VerifyObstacle> {
        guard let operation = description.operation(endpoint) else {
            return .failure(VerifyObstacle("its description cannot be read"))
        }
        // The user has agreed to requests to the API's own servers only.
        guard usesPoolAlone || operation.servers.isEmpty else {
            return .failure(VerifyObstacle("it has a server of its own: send it from its form, or use explorer verify"))
        }
        var draft = RequestDraft(.operation(description.endpoints[endpoint], operation))
        draft.values = credentials.parameters(for: operation.security).map { RequestDraft.Value.parameter($0) }
        var plan = draft.plan
        plan.credentialScope.agreed = lead.credentialScope.agreed
        plan.agreements = lead.agreements
        plan.applyDefaults(defaults, from: pool)
        plan.policies = policies
        plan.applyPolicies(description.policies)
        if let loginScheme, !operation.security.schemes.contains(where: { $0.id == loginScheme }) { plan.bypassesAuth = true }
        return .success(VerifyTarget(plan: plan, pool: pool))
    }
}

/// A verification that goes on, or has ended.
public struct VerifyProgress: Sendable, Hashable {
    /// The group's row.
    public let task: TaskID
    public let report: VerifyReport

    public init(task: TaskID, report: VerifyReport) { (self.task, self.report) = (task, report) }
}

/// The reports of the verifications in the task table.
struct VerifyReports: Sendable {
    /// The most reports; older ones are dropped.
    private static let most = 10

    private var all: [VerifyProgress] = []

    /// The report of a group; `nil` for another task.
    subscript(task: TaskID) -> VerifyReport? { all.first { $0.task == task }?.report }

    mutating func record(_ progress: VerifyProgress) {
        if let place = all.firstIndex(where: { $0.task == progress.task }) {
            all[place] = progress
        } else {
            all.append(progress)
            if all.count > Self.most { all.removeFirst() }
        }
    }

    /// These tasks have left the table for good.
    mutating func forget(_ tasks: [TaskID]) {
        guard !all.isEmpty else { return }
        all.removeAll { tasks.contains($0.task) }
    }
}
