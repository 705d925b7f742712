import Answers
import FaceFacts
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import ObjectStore
import Pages
import PromptFactory
import Setup

/// The page of one job: its two pictures, what was found in them, its life and its charges, and what can be decided about it.
extension Desk {
    func addJob(to routes: Routes) {
        site.page("/desk/jobs/{id}", site.operators(.reads), in: routes) {
            request, context, visit in
            let (job, charges) = try await found(context, visit)
            return try await page(of: job, charges, request, visit)
        }
        site.page("/desk/jobs/{id}/headshot", site.operators(.reads), in: routes) {
            request, context, visit in
            let job = try await found(context, visit).job
            guard let file = try await session.result(of: job) else { throw Refusal.notFound }
            return try await file.response(to: request, handlers.looks, of: job.person)
                .saved(as: SiteForm(queryOf: request)["save"] == nil ? nil : job)
        }
        site.page("/desk/jobs/{id}/photo", site.operators(.reads), in: routes) {
            request, context, visit in
            let job = try await found(context, visit).job
            guard let photo = job.input else { throw Refusal.notFound }
            return try await session.home.photo(named: photo)
                .response(to: request, handlers.looks, of: job.person)
        }
        site.form("/desk/jobs/{id}/cancel", site.operators(.changes), in: routes) {
            _, _, context, visit in
            let job = try await found(context, visit).job
            _ = try await handlers.cancel([job])
            try await session.finishRemovals()
            return .seeOther("/desk/jobs/\(job.id)")
        }
        site.form("/desk/jobs/{id}/mark", site.operators(.changes), in: routes) {
            form, _, context, visit in
            let job = try await found(context, visit).job
            try await store.mark([job.id], as: form["mark"].flatMap({ JobMark(rawValue: $0) }))
            return .seeOther("/desk/jobs/\(job.id)")
        }
        site.form("/desk/jobs/{id}/resolve", site.operators(.changes), in: routes) {
            form, _, context, visit in
            let job = try await found(context, visit).job
            // A second click does nothing more.
            if job.state == .uncertain, let isPaid = form.isPaid {
                try await handlers.resolve(job, isPaid: isPaid)
            }
            return .seeOther(form["back"] == "money" ? Section.money.path : "/desk/jobs/\(job.id)")
        }
        site.form("/desk/jobs/{id}/retry", site.operators(.changes), in: routes) {
            form, request, context, visit in
            try await retry(form, request, context, visit)
        }
    }

    private func found(
        _ context: ServerContext, _ visit: Operator
    ) async throws -> (job: Job, charges: [Charge]) {
        try await handlers.found(context) { name in
            guard let id = JobID(name), let found = try await store.job(id),
                visit.sees(found.job.person.space)
            else { return nil }
            return found
        }
    }

    private func retry(
        _ form: SiteForm, _ request: Request, _ context: ServerContext, _ visit: Operator
    ) async throws -> Response {
        try await session.takeBackOrphans()
        let (job, charges) = try await found(context, visit)
        let provider = try form["provider"].map(ProviderKind.init(requested:))
        let quotes = try await session.quotes()
        // What was shown beside the chosen provider.
        let maker = provider?.rawValue ?? job.provider
        guard form["price.\(maker)"] == price(of: maker, quotes) else {
            return try await page(
                of: job, charges, request, visit, note: visit.text("desk", "price_changed"))
        }
        let made = try await handlers.make(
            job,
            MadeAgain(
                style: try form["style"].map(Style.init(requested:)), provider: provider,
                acceptsCharge: form["accepts"] == "yes"),
            in: job.person.space == .commandLine ? nil : record(of: job.person.space),
            quotes: quotes)
        return .seeOther("/desk/jobs/\(made.id)")
    }

    /// The price of a headshot by a provider, as a form has it.
    private func price(of provider: String, _ quotes: [ProviderKind: Quote]) -> String {
        guard let kind = ProviderKind(rawValue: provider), kind.isPaid else {
            return ShownPrice.field(0)
        }
        return ShownPrice.field(quotes[kind]?.price)
    }

    private func page(
        of job: Job, _ charges: [Charge], _ request: Request, _ visit: Operator,
        note: String? = nil
    ) async throws -> Response {
        let (now, zone, text) = (now, try await zone, visit.text)
        let surroundings = try await JobSurroundings(of: [job], in: store)
        let progress = surroundings.progress(of: job)
        let path = "/desk/jobs/\(job.id)"
        let kept =
            job.state == .uncertain ? await session.home.keptAnswer(to: charges) : nil
        let mark = try await store.marks(of: [job.id])[job.id]
        let isHeadshot = job.kind == .headshot
        let view = View([
            "note": note, "id": job.id.description, "path": path,
            "poll": job.state.hasEnded ? nil : Self.pollSeconds,
            "state": text("desk_state", job.state.rawValue), "stateCode": job.state.rawValue,
            "sentence": job.sentence(in: surroundings, now: now, timeZone: zone),
            "detail": job.detail?.printable,
            "photo": job.input.map { _ in "\(path)/photo?side=1024" },
            "headshot": isHeadshot && job.result != nil ? "\(path)/headshot?side=1024" : nil,
            "file": job.result.map { _ in "\(path)/headshot?save=1" },
            "person": Self.name(of: job.person), "space": job.person.space.named,
            "jobs": Self.path(
                Section.jobs.path,
                (job.person.space.named.map { [(name: "space", value: $0)] } ?? [])
                    + [(name: "person", value: job.person.rawValue)]),
            "work": job.workName, "provider": job.provider,
            "repeats": job.retryOf.map { "/desk/jobs/\($0)" },
            "repeatedID": job.retryOf?.description,
            "phase": job.state == .running
                ? text("desk_phase", (progress?.phase ?? job.phase ?? .preparing).rawValue) : nil,
            "sent": progress?.sentBytes, "total": progress?.totalBytes,
            "isOpen": !job.state.hasEnded, "isStopping": job.isCancelRequested,
            "isUncertain": job.state == .uncertain, "hasKept": kept != nil,
            "isMarkable": isHeadshot && job.state == .succeeded,
            "isChosen": mark == .chosen, "isAside": mark == .aside,
        ])
        return try show(
            "desk_job", .jobs, titled: text("desk", "job_title", ["id": job.id.description]),
            request, visit,
            view.merging(details(of: job, charges, in: zone, text)) { $1 }
                .merging(try await retryForm(of: job, text)) { $1 },
            status: note == nil ? .ok : .conflict)
    }

    /// What was found in both pictures, the life of the job, and its charges.
    private func details(
        of job: Job, _ charges: [Charge], in zone: TimeZone, _ text: SiteText
    ) -> View {
        let headshot = job.headshotAnalysis
        let made =
            [
                headshot?.facts?.score.map { text("desk", "score", ["n": "\($0.value)"]) },
                headshot?.comparison?.verdict.sentence,
            ].compactMap(\.self) + (headshot?.findings ?? []).map(\.sentence)
        let seen =
            [job.photoFacts?.score.map { text("desk", "score", ["n": "\($0.value)"]) }]
            .compactMap(\.self) + job.photoFindings.map(\.sentence)
        var life: [(String, Date?)] = [("submitted", job.created)]
        if job.state == .waiting { life.append(("due", job.due)) }
        life += [("started", job.started), ("ended", job.ended)]
        return View([
            "seen": seen, "made": made, "hasSeen": !seen.isEmpty, "hasMade": !made.isEmpty,
            "life": life.compactMap { name, moment in
                moment.map {
                    ["name": text("desk", name), "moment": TimeWords.full($0, in: zone)] as View
                }
            },
            "attempts": text(
                "desk", "attempts", ["n": "\(job.attempts)", "deaths": "\(job.crashes)"]),
            "charges": charges.map { charge in
                View([
                    "state": text("desk_charge", charge.state.rawValue),
                    "price": MoneyWords.price(of: charge), "model": charge.model,
                    "moment": TimeWords.full(charge.started, in: zone),
                    "ids": ChargeReport(charge).ids.joined(separator: ", "),
                ])
            },
            "hasCharges": !charges.isEmpty,
        ])
    }

    /// The form by which a job is made again, with a price beside each choice.
    private func retryForm(of job: Job, _ text: SiteText) async throws -> View {
        let obstacle = try await session.obstacle(to: job, acceptsCharge: true)
        guard job.state.hasEnded, obstacle == nil else {
            return ["mayRetry": false, "isPhotoGone": obstacle == .photoGone]
        }
        let quotes = try await session.quotes()
        let isHeadshot = job.kind == .headshot
        let makers =
            isHeadshot ? ProviderKind.allCases : ProviderKind.allCases.filter { !$0.isPaid }
        return View([
            "mayRetry": true, "hasStyles": isHeadshot,
            "styles": isHeadshot
                ? Style.all.map {
                    Self.choice(
                        $0.name, text.known("style", $0.name) ?? $0.name,
                        isChosen: $0.name == job.styleName)
                } : nil,
            "makers": makers.map { maker in
                let price = maker.isPaid ? quotes[maker].flatMap(\.price) : 0
                return View([
                    "value": maker.rawValue,
                    "name":
                        "\(text("desk_provider", maker.rawValue)): \(ShownPrice.words(price, text))",
                    "isChosen": maker.rawValue == job.provider,
                    "price": self.price(of: maker.rawValue, quotes),
                ])
            },
            "isDoubtful": job.state == .uncertain,
        ])
    }
}

extension SiteForm {
    /// What an operator says of a charge in doubt; `nil` for neither.
    var isPaid: Bool? {
        switch self["paid"] {
        case "yes": true
        case "no": false
        default: nil
        }
    }
}

extension Response {
    /// The file with a name under which a browser saves it; as it is, without a job.
    fileprivate func saved(as job: Job?) -> Response {
        guard let job, status == .ok else { return self }
        var response = self
        let name = FileName.safe("\(job.person.label)-\(job.workName)-\(job.id)")
        let ascii = String(decoding: name.utf8.filter { (0x20..<0x7F).contains($0) }, as: UTF8.self)
        let type = response.headers[.contentType]?.split(separator: "/").last.map(String.init)
        let suffix = type == "jpeg" ? "jpg" : type ?? "bin"
        // A safe name has neither quotation marks nor backslashes.
        response.headers[.contentDisposition] = "attachment; filename=\"\(ascii).\(suffix)\""
        return response
    }
}
