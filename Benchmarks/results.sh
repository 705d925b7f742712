# Builds the programs of this folder, and dates the pages of results. Sourced by the benchmarks, in the project's folder.

# build_program <name>: builds a program of this folder's package, and prints its path.
build_program() {
    swift build --package-path Benchmarks --configuration release --product "$1" >&2 &&
        echo "$(swift build --package-path Benchmarks --configuration release --show-bin-path)/$1"
}

# publish <name> <source>…: takes a page from standard input, shows it, and puts it into results/<name>.md, dated by the
# commit and with the files and folders whose changes make it stale. RESULTS names another folder for it.
publish() {
    local name=$1 results=${RESULTS:-Benchmarks/results} page commit
    shift
    page=$(mktemp)
    commit=$(git rev-parse --short=12 HEAD 2>/dev/null) || commit=unknown
    # Results of other benchmarks change nothing.
    if [[ $commit != unknown && -n $(git status --porcelain -- . ':!Benchmarks/results') ]]; then
        commit+=", with changes that were not committed"
    fi
    cat >"$page"
    printf '\nMeasured at commit %s. Depends on %s.\n' "$commit" "$*" >>"$page"
    mkdir -p "$results"
    mv "$page" "$results/$name.md"
    chmod 644 "$results/$name.md"
    cat "$results/$name.md"
}
