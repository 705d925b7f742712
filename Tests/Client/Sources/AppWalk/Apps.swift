import Foundation
import HeadshotClient

/// The main way through each of the four apps, by the client that a generator has made.
@MainActor
struct Apps {
    let url: String
    /// The tokens of the spaces, by the names of their presets.
    let tokens: [String: String]
    /// A photo with one face.
    let photo: URL

    private func walk(_ app: String, _ space: String) -> Walk {
        Walk(app, url, token: tokens[space] ?? "")
    }

    func headshots() async -> Walk {
        let walk = walk("Headshots", "headshots")
        let (api, person, photo) = (walk.api, walk.person, photo)
        await walk.step("Styles", "getStyles") {
            try await SpacesAPI.getStyles(apiConfiguration: api)
        }
        let taken = await walk.step("Choose a photo", "createPhoto") {
            try await PhotosAPI.createPhoto(xUserId: person, photo: photo, apiConfiguration: api)
        } expecting: {
            $0.accepted
        }
        guard let taken else { return walk }
        let key = UUID().uuidString
        let order = Order(photoId: taken.id, styles: [.frontProfessional])
        let jobs = await walk.step("Generate", "createJobs") {
            try await JobsAPI.createJobs(
                xUserId: person, order: order, idempotencyKey: key, apiConfiguration: api)
        }
        await walk.step("Generate, sent again", "createJobs") {
            try await JobsAPI.createJobs(
                xUserId: person, order: order, idempotencyKey: key, apiConfiguration: api)
        } expecting: {
            $0.jobs.map(\.id) == jobs?.jobs.map(\.id)
        }
        guard let job = jobs?.jobs.first?.id else { return walk }
        await walk.step("Progress", "getJob") {
            try await JobsAPI.getJob(
                id: job, xUserId: person, prefer: "wait=60", apiConfiguration: api)
        } expecting: {
            $0.state == .succeeded
        }
        await walk.step("Result", "getHeadshot") {
            try await JobsAPI.getHeadshot(id: job, xUserId: person, apiConfiguration: api)
        } expecting: {
            // The client keeps it in a file.
            try Data(contentsOf: $0).starts(with: [0xFF, 0xD8])
        }
        await walk.step("Regenerate in another style", "retryJob") {
            try await JobsAPI.retryJob(
                id: job, retryRequest: RetryRequest(style: .frontCasual), xUserId: person,
                apiConfiguration: api)
        } expecting: {
            $0.retryOf == job
        }
        await walk.step("All headshots", "listJobs") {
            try await JobsAPI.listJobs(xUserId: person, apiConfiguration: api)
        } expecting: {
            $0.jobs.count == 2
        }
        await walk.step("Delete one", "deleteJob") {
            try await JobsAPI.deleteJob(id: job, xUserId: person, apiConfiguration: api)
        }
        return walk
    }

    func great() async -> Walk {
        let walk = walk("You Are Doing Great", "great")
        let (api, person) = (walk.api, walk.person)
        await walk.step("Welcome", "getTexts") {
            try await SpacesAPI.getTexts(labels: true, apiConfiguration: api)
        } expecting: {
            !$0.texts.isEmpty
        }
        await walk.step("Agree to an AI service", "updateMe") {
            try await MeAPI.updateMe(
                xUserId: person,
                meRequest: MeRequest(timeZone: "Europe/Berlin", allowsModels: true),
                apiConfiguration: api)
        } expecting: {
            $0.models.allowed == true
        }
        let wins = ["Took a short walk", "Made dinner", "Called a friend"]
        for (number, text) in wins.enumerated() {
            let moment = MomentRequest(clientId: "m-\(number)", text: text, mood: .good)
            await walk.step("Save this moment", "createMoment") {
                try await MomentsAPI.createMoment(
                    xUserId: person, momentRequest: moment, apiConfiguration: api)
            } expecting: {
                !$0.praise.text.isEmpty
            }
        }
        await walk.step("Save again, after the network failed", "createMoment") {
            try await MomentsAPI.createMoment(
                xUserId: person,
                momentRequest: MomentRequest(clientId: "m-0", text: wins[0], mood: .good),
                apiConfiguration: api)
        } expecting: {
            $0.clientId == "m-0"
        }
        let list = await walk.step("Moments", "listMoments") {
            try await MomentsAPI.listMoments(xUserId: person, apiConfiguration: api)
        } expecting: {
            $0.moments.count == wins.count
        }
        if let first = list?.moments.first?.id {
            await walk.step("Favourite", "updateMoment") {
                try await MomentsAPI.updateMoment(
                    id: first, xUserId: person, momentChange: MomentChange(favourite: true),
                    apiConfiguration: api)
            } expecting: {
                $0.favourite
            }
        }
        await walk.step("Your journey", "listDays") {
            try await MomentsAPI.listDays(xUserId: person, apiConfiguration: api)
        } expecting: {
            $0.days.first?.count == wins.count
        }
        await walk.step("Export", "exportMe") {
            try await MeAPI.exportMe(xUserId: person, apiConfiguration: api)
        } expecting: {
            $0.moments.count == wins.count
        }
        await walk.step("Delete my data", "deleteMe") {
            try await MeAPI.deleteMe(xUserId: person, apiConfiguration: api)
        }
        return walk
    }

    func routine() async -> Walk {
        let walk = walk("LooksmaxxingApp", "routine")
        let (api, person, photo) = (walk.api, walk.person, photo)
        await walk.step("Onboarding", "updateMe") {
            try await MeAPI.updateMe(
                xUserId: person,
                meRequest: MeRequest(reminders: true, reminderTime: "20:00", onboarded: true),
                apiConfiguration: api)
        }
        await walk.step("Scan", "createScan") {
            try await ScansAPI.createScan(xUserId: person, front: photo, apiConfiguration: api)
        } expecting: {
            $0.score != nil && $0.weaknesses == nil
        }
        await walk.step("The week's scan is used", "getMe") {
            try await MeAPI.getMe(xUserId: person, apiConfiguration: api)
        } expecting: {
            $0.scans?.allowed == false
        }
        let day = await walk.step("Daily routine", "getRoutine") {
            try await RoutineAPI.getRoutine(xUserId: person, apiConfiguration: api)
        } expecting: {
            $0.tasks.count == 3
        }
        for task in day?.tasks ?? [] {
            await walk.step("Tick a task", "updateTask") {
                try await RoutineAPI.updateTask(
                    task: task.id, xUserId: person, taskRequest: TaskRequest(completed: true),
                    apiConfiguration: api)
            }
        }
        await walk.step("A freeze is bought", "giveFreeze") {
            try await RoutineAPI.giveFreeze(
                id: person, freezeRequest: FreezeRequest(id: "receipt-1"), apiConfiguration: api)
        }
        await walk.step("Put the freeze on", "equipFreezes") {
            try await RoutineAPI.equipFreezes(
                xUserId: person, equipRequest: EquipRequest(equipped: true), apiConfiguration: api)
        } expecting: {
            $0.streak.count == 1 && $0.streak.freezes == 1 && $0.streak.equipped
        }
        await walk.step("Upgrade", "setPlan") {
            try await PeopleAPI.setPlan(
                id: person, planRequest: PlanRequest(plan: .pro), apiConfiguration: api)
        }
        let scans = await walk.step("Your progress", "listScans") {
            try await ScansAPI.listScans(xUserId: person, apiConfiguration: api)
        } expecting: {
            $0.scans.count == 1 && $0.first != nil
        }
        if let scan = scans?.scans.first?.id {
            await walk.step("Detailed analysis", "getScan") {
                try await ScansAPI.getScan(id: scan, xUserId: person, apiConfiguration: api)
            } expecting: {
                $0.weaknesses?.isEmpty == false
            }
        }
        return walk
    }

    func glowUp() async -> Walk {
        let walk = walk("GlowUp", "glowup")
        let (api, person, photo) = (walk.api, walk.person, photo)
        await walk.step("Quiz", "getQuestions") {
            try await QuizAPI.getQuestions(count: 5, apiConfiguration: api)
        } expecting: {
            $0.questions.count == 5
        }
        await walk.step("Upload a sample photo", "createScan") {
            try await ScansAPI.createScan(xUserId: person, front: photo, apiConfiguration: api)
        } expecting: {
            $0.score == nil && $0.locked?.isEmpty == false
        }
        await walk.step("Answers, and the preview", "updateQuiz") {
            let answers = Data(#"{"answers":{"color_preferences":["Cool"]}}"#.utf8)
            return try await QuizAPI.updateQuiz(
                xUserId: person, quizRequest: JSONDecoder().decode(QuizRequest.self, from: answers),
                apiConfiguration: api)
        } expecting: {
            !$0.preview.text.isEmpty
        }
        await walk.step("Paywall", "setPlan") {
            try await PeopleAPI.setPlan(
                id: person, planRequest: PlanRequest(plan: .pro), apiConfiguration: api)
        }
        await walk.step("Upload", "createScan") {
            try await ScansAPI.createScan(xUserId: person, front: photo, apiConfiguration: api)
        } expecting: {
            $0.summary?.lines.isEmpty == false
        }
        await walk.step("Go live, with a question", "createTurn") {
            try await CameraAPI.createTurn(
                xUserId: person, frame: photo, question: "Is the light good?", clientId: "f-1",
                apiConfiguration: api)
        } expecting: {
            !$0.text.isEmpty
        }
        await walk.step("Chat", "listTurns") {
            try await CameraAPI.listTurns(xUserId: person, apiConfiguration: api)
        } expecting: {
            $0.turns.count == 2
        }
        let tips = await walk.step("Today's tips", "getTips") {
            try await TipsAPI.getTips(xUserId: person, type: .short, apiConfiguration: api)
        } expecting: {
            $0.tips.count == 3
        }
        if let tip = tips?.tips.first?.id {
            await walk.step("Mark as done", "updateTip") {
                try await TipsAPI.updateTip(
                    xUserId: person, id: tip, tipRequest: TipRequest(completed: true),
                    apiConfiguration: api)
            } expecting: {
                $0.completed != nil
            }
        }
        await walk.step("Match", "createMatch") {
            try await TipsAPI.createMatch(
                xUserId: person, celebrityRequest: CelebrityRequest(), apiConfiguration: api)
        } expecting: {
            !$0.name.isEmpty
        }
        await walk.step("My glow profile", "getMe") {
            try await MeAPI.getMe(xUserId: person, apiConfiguration: api)
        } expecting: {
            $0.profile != nil && $0.plan == .pro
        }
        return walk
    }
}
