#ifndef HEADSHOT_CDEFLATE_SHIM_H
#define HEADSHOT_CDEFLATE_SHIM_H

#include <zlib.h>

// Both take bytes through a raw stream that begins with a dictionary, and return how many bytes came out; -1 if they
// do not fit into the room, or are not of this form.

static inline long headshot_deflate(const unsigned char *dictionary, unsigned words, const unsigned char *from,
                                    unsigned count, unsigned char *to, unsigned room) {
    z_stream stream = {0};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) != Z_OK) return -1;
    int status = deflateSetDictionary(&stream, dictionary, words);
    stream.next_in = (unsigned char *)from;
    stream.avail_in = count;
    stream.next_out = to;
    stream.avail_out = room;
    if (status == Z_OK) status = deflate(&stream, Z_FINISH);
    long made = status == Z_STREAM_END ? (long)stream.total_out : -1;
    deflateEnd(&stream);
    return made;
}

static inline long headshot_inflate(const unsigned char *dictionary, unsigned words, const unsigned char *from,
                                    unsigned count, unsigned char *to, unsigned room) {
    z_stream stream = {0};
    if (inflateInit2(&stream, -15) != Z_OK) return -1;
    int status = inflateSetDictionary(&stream, dictionary, words);
    stream.next_in = (unsigned char *)from;
    stream.avail_in = count;
    stream.next_out = to;
    stream.avail_out = room;
    if (status == Z_OK) status = inflate(&stream, Z_FINISH);
    long made = status == Z_STREAM_END && stream.avail_in == 0 ? (long)stream.total_out : -1;
    inflateEnd(&stream);
    return made;
}

#endif
