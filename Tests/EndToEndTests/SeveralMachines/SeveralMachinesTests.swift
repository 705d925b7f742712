import TestSupport
import Testing

/// The built program with its queue on a PostgreSQL server and its files in a store that speaks S3.
@Suite(.needsServers, .s3Server, .timeLimit(.minutes(10)))
struct SeveralMachinesTests {}
