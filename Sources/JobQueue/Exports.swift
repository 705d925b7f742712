// The queue's errors, presence and bells are the database's, and so part of this module's interface.
@_exported public import Database
