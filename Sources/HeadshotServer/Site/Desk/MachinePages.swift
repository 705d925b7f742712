import Answers
import Companion
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import Isolation
import JobQueue
import Pages
import Setup

/// What works for the queue on this machine: workers, fences, gates, webhooks, and what `headshot doctor` finds.
extension Desk {
    func addMachine(to routes: Routes) {
        site.page("/desk/machine", site.operators(.reads), in: routes) { request, _, visit in
            try await machine(request, visit)
        }
        site.page("/desk/doctor", site.operators(.reads, .server), in: routes) {
            request, _, visit in
            try await doctor(request, visit)
        }
        site.form("/desk/deliveries/send", site.operators(.changes), in: routes) {
            form, _, _, visit in
            guard let space = form["space"].flatMap({ Space($0) }), visit.sees(space) else {
                throw Refusal.notFound
            }
            switch try await store.sendAgain(form["id"] ?? "", of: space, now: now) {
            case .pending: return .seeOther("\(Section.machine.path)#webhooks")
            case .noWebhook: throw Refusal.webhookMissing
            case .notFound: throw Refusal.notFound
            }
        }
    }

    private func machine(_ request: Request, _ visit: Operator) async throws -> Response {
        let (now, zone, text) = (now, try await zone, visit.text)
        let roster = WorkerRoster(store.presence)
        let living = try await roster.living().count
        let outdated = try await roster.outdated().count
        let gates = try await store.gates().map { gate in
            let words = GateWords(gate, now: now, timeZone: zone)
            let isClosed = gate.isHalted || gate.opens > now
            return View([
                "provider": gate.provider, "model": gate.model,
                "state": text("desk_gate", gate.isHalted ? "halted" : isClosed ? "closed" : "open"),
                "sentence": [words?.sentence, words?.wait, words?.remedy, words?.detail]
                    .compactMap(\.self).joined(separator: " "),
                "changed": TimeWords.minute(gate.changed, in: zone),
                "mayClear": isClosed && visit.space == nil,
            ])
        }
        var models: [View] = []
        for provider in ProviderKind.paid {
            let model = try await session.configuration.expectedModel(
                store, ProviderOverrides(of: provider))
            models.append(["provider": provider.rawValue, "words": model.words])
        }
        let folder = session.home.root
        let free = await BlockingFiles.run { FreeSpace.bytes(at: folder) }
        return try show(
            "desk_machine", .machine, request, visit,
            View([
                "living": text("desk", "living", ["n": "\(living)"]),
                "outdated": outdated > 0
                    ? text("desk", "outdated", ["n": "\(outdated)"]) : nil,
                // Without a decoder, the doctor says why.
                "fences": (try? await handlers.looks.fences())?.names.joined(separator: ", "),
                "disk": free.map { text("desk", "free_room", ["n": "\($0 / 1_000_000)"]) },
                "gates": gates, "hasGates": !gates.isEmpty, "models": models,
                "webhooks": try await webhooks(visit, in: zone),
            ]))
    }

    /// Each webhook that the operator sees, with what did not arrive.
    private func webhooks(_ visit: Operator, in zone: TimeZone) async throws -> [View] {
        var shown: [View] = []
        for state in try await store.webhooks() where visit.sees(state.space) {
            guard let webhook = state.webhook else { continue }
            let deliveries = try await store.undelivered(
                of: state.space, limit: Self.deliveriesAtOnce)
            let problem = WebhookProblem(state, now: now)
            shown.append(
                View([
                    "space": state.space.rawValue, "url": webhook.url.description,
                    "problem": problem?.sentence,
                    "counts": visit.text(
                        "desk", "deliveries_line",
                        ["pending": "\(state.pending)", "failed": "\(state.failed)"]),
                    "hasDeliveries": !deliveries.isEmpty,
                    "deliveries": deliveries.map { delivery in
                        View([
                            "id": delivery.id, "type": delivery.type,
                            "job": delivery.job?.description,
                            "state": visit.text("desk_delivery", delivery.state.rawValue),
                            "created": TimeWords.minute(delivery.created, in: zone),
                            "attempts": delivery.attempts,
                            "why": delivery.lastFailure.map {
                                WebhookWords.failure($0, status: delivery.lastStatus)
                            },
                        ])
                    },
                ]))
        }
        return shown
    }

    private func doctor(_ request: Request, _ visit: Operator) async throws -> Response {
        guard let examine = site.examine else { throw Refusal.notFound }
        let checks = await examine()
        let text = visit.text
        return try show(
            "desk_doctor", .machine, titled: text("desk", "doctor"), request, visit,
            View([
                "checks": checks.map { check in
                    View([
                        "name": check.name, "level": text("desk_level", check.level.rawValue),
                        "levelCode": check.level.rawValue, "finding": check.finding,
                        "remedy": check.remedy,
                    ])
                },
                "isWell": checks.allSatisfy { $0.level == .ok },
                "back": Section.machine.path,
            ]))
    }

    private static let deliveriesAtOnce = 50
}
