// Warnings on standard error about how a request is sent.

import NetLayer
import Workbench

extension NetworkSettings {
    /// The wire request for display. Reports the secrets that it does not carry.
    /// - Throws: why the plan cannot be sent. Exit code 64.
    func shownRequest(of plan: RequestPlan, on pool: ServicePool) throws(Refusal) -> WireRequest {
        do throws(NetError) {
            let request = try wireRequest(of: plan, on: pool)
            request.withheld?.reportWithheld(plan.id)
            return request
        } catch {
            let failure = Failure(error) ?? Failure(title: error.detail, detail: "", hint: "")
            throw Refusal(failure, exitCode: ExitStatus.usage)
        }
    }

    /// Warns that third parties can read the request, and names the setting that allows it.
    func warnIfInsecure(_ plan: RequestPlan) {
        guard plan.connection.insecure else { return }
        StandardError.write(
            "explorer: certificates are not checked (\(connection.insecure ? "--insecure" : "the collection or workspace says so"))"
        )
    }
}
