// Reads FlatBuffers, the container of TensorFlow Lite's models. Every read is checked against the length of the file.
#ifndef HEADSHOT_CNETS_FLATBUFFER_HPP
#define HEADSHOT_CNETS_FLATBUFFER_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace headshot::nets {

// A model that cannot be run: damaged, hostile, or with other operators than those supported. Only pinned files
// are opened outside tests, so no reason is given.
struct Refusal {};

inline void require(bool holds) {
    if (!holds) throw Refusal();
}

// The bytes of a file, owned by the caller.
class Bytes {
public:
    Bytes() = default;
    Bytes(const void *start, std::size_t count)
        : start_(static_cast<const std::uint8_t *>(start)), count_(count) {}

    // Copied, because numbers may be unaligned. The format is little-endian, and so are the supported machines.
    template <class Number> Number read(std::size_t at) const {
        require(at, sizeof(Number));
        Number number;
        std::memcpy(&number, start_ + at, sizeof number);
        return number;
    }

    Bytes part(std::size_t at, std::size_t count) const {
        require(at, count);
        return Bytes(start_ + at, count);
    }

    // The target of the offset that is stored at a position.
    std::size_t follow(std::size_t at) const { return at + read<std::uint32_t>(at); }

    std::size_t count() const { return count_; }

private:
    void require(std::size_t at, std::size_t count) const {
        if (at > count_ || count_ - at < count) throw Refusal();
    }

    const std::uint8_t *start_ = nullptr;
    std::size_t count_ = 0;
};

// Consecutive numbers, all of which lie in the file.
template <class Number> class Numbers {
public:
    Numbers() = default;
    explicit Numbers(Bytes bytes) : bytes_(bytes) {}

    std::size_t count() const { return bytes_.count() / sizeof(Number); }
    Bytes bytes() const { return bytes_; }
    Number operator[](std::size_t index) const { return bytes_.read<Number>(index * sizeof(Number)); }

private:
    Bytes bytes_;
};

class Tables;

// A table: fields by number, each of which may be missing.
class Table {
public:
    Table(Bytes file, std::size_t at) : file_(file), at_(at) {}

    bool has(int field) const { return place(field) != 0; }

    template <class Number> Number number(int field, Number otherwise) const {
        const std::size_t found = place(field);
        return found ? file_.read<Number>(found) : otherwise;
    }

    Table table(int field) const {
        const std::size_t found = place(field);
        if (!found) throw Refusal();
        return Table(file_, file_.follow(found));
    }

    // Empty if the field is missing.
    template <class Number> Numbers<Number> numbers(int field) const {
        const std::size_t found = place(field);
        if (!found) return {};
        const std::size_t start = file_.follow(found);
        const std::size_t count = file_.read<std::uint32_t>(start);
        return Numbers<Number>(file_.part(start + 4, count * sizeof(Number)));
    }

    inline Tables tables(int field) const;

private:
    // A list at the table's start holds the positions of its fields, relative to that start. 0 is a missing one.
    std::size_t place(int field) const {
        const std::int64_t list = static_cast<std::int64_t>(at_) - file_.read<std::int32_t>(at_);
        if (list < 0) throw Refusal();
        const auto start = static_cast<std::size_t>(list);
        const std::size_t entry = 4 + 2 * static_cast<std::size_t>(field);
        if (entry + 2 > file_.read<std::uint16_t>(start)) return 0;
        const std::size_t offset = file_.read<std::uint16_t>(start + entry);
        return offset ? at_ + offset : 0;
    }

    Bytes file_;
    std::size_t at_;
};

// A list of tables.
class Tables {
public:
    Tables(Bytes file, std::size_t start, std::size_t count) : file_(file), start_(start), count_(count) {}

    std::size_t count() const { return count_; }

    Table operator[](std::size_t index) const {
        if (index >= count_) throw Refusal();
        return Table(file_, file_.follow(start_ + 4 * index));
    }

private:
    Bytes file_;
    std::size_t start_, count_;
};

inline Tables Table::tables(int field) const {
    const std::size_t found = place(field);
    if (!found) return Tables(file_, 0, 0);
    const std::size_t start = file_.follow(found);
    const std::size_t count = file_.read<std::uint32_t>(start);
    file_.part(start + 4, count * 4);
    return Tables(file_, start + 4, count);
}

}  // namespace headshot::nets

#endif
