#!/usr/bin/env bash
# Checks the layers: which modules may import which, and what the leaf modules must leave to their callers.
set -euo pipefail
cd "$(dirname "$0")/.."

leaves=(Validation PromptFactory JobQueue Generation FaceFacts ObjectStore Studio Isolation People)
# What only the decoder is linked with; scripts/check-release.sh has the linker's word for it.
imaging=(Imaging FaceMeasuring Studio Decoder)
failed=0

# refuse <reason> <pattern> <pattern of allowed paths> <paths to search>…
refuse() {
    local why=$1 pattern=$2 allowed=$3 found
    shift 3
    found=$(grep -rnE --include='*.swift' "$pattern" "$@" | grep -vE "^($allowed)" || true)
    if [[ -n $found ]]; then
        echo "$why:" >&2
        echo "$found" >&2
        failed=1
    fi
}

import() { echo "^ *([@a-z]+ )*import ([a-z]+ )?($1)\b"; }

refuse "pictures are decoded by the decoder" "$(import "$(IFS='|'; echo "${imaging[*]}")")" \
    'Sources/(Imaging|FaceMeasuring|Studio|Decoder|HeadshotDecoder|GeminiEmulator)/' Sources
refuse "libcurl stays in one folder" "$(import CCurl)" 'Sources/Transfer/' Sources Tests
refuse "CLD2 stays in one folder" "$(import CLanguages)" 'Sources/People/Language/' Sources Tests
refuse "the evaluator of nets stays in one folder" "$(import CNets)" 'Sources/Nets/' Sources Tests
refuse "libzip stays in one folder" "$(import CZip)" 'Sources/HeadshotWorker/Export/Zip/' Sources Tests
refuse "zlib stays in one file" "$(import CDeflate)" 'Sources/JobQueue/Values/ShortText.swift:' Sources Tests
refuse "libcrypto stays in one folder" "$(import CCrypto)" 'Sources/Hashing/' Sources Tests
refuse "libpq stays in one folder" "$(import CLibPQ)" 'Sources/Database/Postgres/' Sources Tests
refuse "SQLite stays in one folder" "$(import 'GRDB|GRDBSQLite|CSQLite')" '(Sources/Database/SQLite|Tests/JobQueueTests|Tests/TestSupport/Promises)/' Sources Tests
refuse "who has tables speaks to the database" "$(import Database)" '(Sources/(Database|JobQueue|Companion|Invites)|Tests/(JobQueueTests|NewerHeadshot))/' Sources Tests
refuse "templates stay in the pages" "$(import Mustache)" 'Sources/Pages/' Sources Tests
refuse "pages know values, and no queue" "$(import 'Validation|PromptFactory|JobQueue|Generation|HeadshotWorker|Logging')" '$^' Sources/Pages
refuse "persons' days know no HTTP, no setting, no command and no invitation" "$(import 'HTTPTypes|Answers|Invites|Setup|Logging')" '$^' Sources/Companion
refuse "invitations know no HTTP, no setting and no command" "$(import 'HTTPTypes|Answers|Setup|Logging')" '$^' Sources/Invites
refuse "a job's way knows nothing about persons' days, and nothing about invitations" "$(import 'Companion|Invites|People')" 'Sources/HeadshotWorker/Kinds/Words/' Sources/HeadshotWorker Sources/JobQueue
refuse "the command line imports the server only to serve" "$(import HeadshotServer)" 'Sources/HeadshotCLI/Commands/ServeCommand\.swift:' Sources/HeadshotCLI
refuse "what is answered knows no page, no setting and no command" "$(import 'Pages|Setup|HeadshotCLI|Logging')" '$^' Sources/Answers
refuse "settings know no page, no answer and no command" "$(import 'Pages|Answers|HeadshotCLI')" '$^' Sources/Setup
refuse "HTTP servers are faces" "$(import 'Hummingbird(Core)?|NIO[A-Za-z0-9]*')" 'Sources/(HeadshotServer|GeminiEmulator)/' Sources
refuse "the server knows no command" "$(import 'HeadshotCLI|ArgumentParser|Generation|Transfer')" '$^' Sources/HeadshotServer
refuse "routes are registered with their access, by Routes" \
    'Router(Group|Methods)\b|\b(router|group|routes?)\.(group|get|post|put|patch|delete|head|on|ws)\(|\b(Router|RouterBuilder)\(' \
    'Sources/HeadshotServer/(Access/Routes|Server)\.swift' Sources/HeadshotServer
refuse "routes are registered with their access, by Routes" \
    '\b(router|group)\.(group|get|post|put|patch|delete|head|on|ws)\(|RouterGroup' '$^' Sources/HeadshotServer/Server.swift
refuse "locking in stays in one folder" "$(import CIsolation)" '(Sources/Isolation|Tests/IsolationTests)/' Sources Tests
refuse "arguments are the programs' own" "$(import ArgumentParser)" 'Sources/(HeadshotCLI|GeminiEmulator)/' Sources
for leaf in "${leaves[@]}"; do
    others=$(printf '%s\n' "${leaves[@]}" | grep -vx "$leaf" | paste -sd '|')
    refuse "a leaf imports no other" "$(import "$others|Decoding|HeadshotWorker|Logging")" '$^' "Sources/$leaf"
done
refuse "the decoder's modules know nothing above them" "$(import "JobQueue|Generation|ObjectStore|Transfer|People|PromptFactory|HeadshotWorker|Logging")" '$^' \
    "${imaging[@]/#/Sources/}" Sources/Decoding Sources/HeadshotDecoder
refuse "the decoder does without the languages of the world, which are most of Foundation: FoundationEssentials" "$(import Foundation)" '$^' \
    "${imaging[@]/#/Sources/}" Sources/{Decoding,FaceFacts,Ground,Hashing,HeadshotDecoder,Isolation,Nets,Validation}
refuse "the ground knows nothing above it" "$(import "[A-Z].*")" 'Sources/CrashPoints/CrashPoint.swift:[0-9]+: *import (Glibc|Synchronization)' Sources/CrashPoints
refuse "the ground knows nothing above it" "$(import "[A-Z].*")" 'Sources/Ground/[A-Za-z+]*.swift:[0-9]+: *(public )?import (Dispatch|FoundationEssentials|Glibc)' Sources/Ground
refuse "the ground knows nothing above it" "$(import "[A-Z].*")" 'Sources/Database/[A-Za-z+/]*.swift:[0-9]+: *(public |package )?import (CLibPQ|CSQLite|CrashPoints|Dispatch|Foundation|GRDB|GRDBSQLite|Glibc|Ground|Synchronization)' Sources/Database
refuse "the ground knows nothing above it" "$(import "Validation|PromptFactory|JobQueue|Generation|FaceFacts|Studio|Isolation|HeadshotWorker|Logging")" '$^' Sources/Nets
refuse "the ground knows nothing above it" "$(import "[A-Z].*")" 'Sources/Transfer/[A-Za-z]*.swift:[0-9]+: *(package |internal )?import (CCurl|Foundation|Synchronization)' Sources/Transfer
refuse "leaves are handed the time, ids, chance and the environment, and are silent" \
    '\bDate\(\)|\bDate\.now\b|\bUUID\(\)|\.random\(|SystemRandom|\bprocessInfo\.(environment|systemUptime|globally)|\b(secure_)?getenv\(|\bcurrentDirectoryPath\b|^ *print\(' \
    '$^' "${leaves[@]/#/Sources/}" Sources/{Database,Decoder,Decoding,FaceMeasuring,Imaging,Pages,Transfer}
refuse "the environment, the clock and chance are read in one file" \
    '\bprocessInfo\.environment|\b(secure_)?getenv\(|\bNSUserName\(|\bDate\(\)|SystemRandom|\.random\(' \
    'Sources/Setup/Environment\.swift:' Sources/Companion Sources/Invites Sources/Answers Sources/Setup Sources/HeadshotServer Sources/HeadshotCLI
# `Int(text)` and `Int(number)` look alike, so both have other names there: digits: and clamping:.
refuse "numbers are converted by Ground's bounded functions, which never trap: Int(clamping:), Int(digits:in:)" \
    '(^|[^A-Za-z_.])U?Int(8|16|32|64)?(\($|\([^a-z)]|\([a-zA-Z]+[^a-zA-Z:])' '$^' \
    Sources/Companion Sources/Invites Sources/Answers Sources/Pages Sources/People Sources/Setup Sources/HeadshotServer Sources/HeadshotCLI \
    Sources/FaceFacts Sources/HeadshotWorker/Findings
refuse "one parser reads JSON, so that what is checked is what is used: JSONDecoder" '\bJSONSerialization\b' \
    '$^' Sources
refuse "escaping works by scalars: Ground's replacingScalars" '\bSet<Character>|\.replacing\("(\\"|\\\\|[/<>&;:'"'"'])"' '$^' \
    Sources/Answers Sources/Pages Sources/Setup Sources/HeadshotServer Sources/HeadshotCLI
refuse "a length of time from a floating number can trap" '\.(seconds|milliseconds)\([a-z]*[Dd]ouble' '$^' Sources/Setup Sources/HeadshotServer Sources/HeadshotCLI
refuse "the time and the zone of a face are those of its settings" '(: |[(] *)\.now\b|[(:=?] *(TimeZone)?\.current\b' \
    'Sources/(Setup/Configuration\.swift|Answers/Words/TimeWords\.swift|HeadshotServer/(Live|Metrics|Services/Housekeeping)|HeadshotServer/Routes/[A-Za-z/]*\.swift:[0-9]+:.*duration)' \
    Sources/Answers Sources/Setup Sources/HeadshotServer Sources/HeadshotCLI
refuse "what is written goes through Answers or note, which a dead reader does not end" \
    '(^|[^.[:alnum:]])print\(|FileHandle\.standard(Output|Error)' 'Sources/HeadshotCLI/Output/Answer.swift:' Sources/Answers Sources/Setup Sources/HeadshotServer Sources/HeadshotCLI
refuse "a file of the kernel is read by Ground's kernelText: Foundation takes its first page for all" \
    'contentsOf(File)?: .*/(proc|sys)/' '$^' Sources Tests
refuse "a parent folder is named by Ground's parentFolder: Foundation's traps on a name of one character" \
    'as NSString\)\.deletingLastPathComponent' '$^' Sources
refuse "in a static build, the command line's modules give the members of stat to Dispatch: ask Ground's FileStatus" '\bstat\(\)' '$^' Sources/HeadshotCLI
refuse "a secret is exposed where it is read, sent or computed with, and nowhere else" '\.exposed\b' \
    'Sources/(Ground/Secret(Text)?|Setup/(Environment|SettingsFile|Configuration\+Store)|HeadshotCLI/Settings/SettingValue|Generation/(Gemini/Gemini|OpenAI/OpenAI)Service|Hashing/AuthenticationKey|HeadshotWorker/Webhooks/WebhookSecret|ObjectStore/S3/RequestSigner|Invites/Values/LinkSecret|Database/Postgres/Postgres(Place|Session))\.swift:' \
    Sources
# A new token and a webhook's secret are shown once, by the answer of the command that made them.
refuse "a secret is kept as Ground's Secret, which has no printed form" \
    '\b(let|var) [a-zA-Z]*([Ss]ecret|[Pp]assword|[Aa]piKey|[Aa]ccessKey|[Ss]essionToken)[a-z]*: (String|Data|\[UInt8\])' \
    'Sources/(HeadshotCLI/Output/SpacesAnswer\.swift:|JobQueue/Values/AccessToken\.swift:|GeminiEmulator/)' Sources
refuse "concurrency is structured" '\bTask(\.detached)?( *\{|\()' '$^' Sources

exit "$failed"
