-- part 52a: replaced by its statements, or removed

-- part 52b: replaced by its statements, or removed

-- part 52c: replaced by its statements, or removed

-- part 51a: replaced by its statements, or removed

-- part 51b: replaced by its statements, or removed
