import ArgumentParser

/// The jobs that a command works on: named one by one, or all that pass filters.
struct JobChoiceOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The jobs.", valueName: "id"), completion: .jobs)
    var jobs: [String] = []

    @Flag(help: "All jobs that pass the filters, instead of named ones.")
    var all = false

    @OptionGroup(title: "Filters, with --all") var filter: JobFilterOptions

    func validate() throws {
        if jobs.isEmpty, !all {
            throw ValidationError("Name jobs, or choose them with --all and filters as --state.")
        }
        if !jobs.isEmpty, all || !filter.isEmpty {
            throw ValidationError("Name jobs or choose them with --all and filters, not both.")
        }
    }
}
