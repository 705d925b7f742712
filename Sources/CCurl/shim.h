#ifndef HEADSHOT_CCURL_SHIM_H
#define HEADSHOT_CCURL_SHIM_H

#include <curl/curl.h>

// libcurl's option setters are variadic, which Swift cannot call; these replace them, one for each type of
// value. Each returns libcurl's own result.

static inline CURLcode headshot_curl_set_long(CURL *handle, CURLoption option, long value)
{
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode headshot_curl_set_size(CURL *handle, CURLoption option, curl_off_t value)
{
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode headshot_curl_set_text(CURL *handle, CURLoption option, const char *value)
{
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode headshot_curl_set_pointer(CURL *handle, CURLoption option, void *value)
{
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode headshot_curl_set_read(
    CURL *handle, curl_read_callback callback, void *context)
{
    CURLcode result = curl_easy_setopt(handle, CURLOPT_READFUNCTION, callback);
    return result ? result : curl_easy_setopt(handle, CURLOPT_READDATA, context);
}

static inline CURLcode headshot_curl_set_write(
    CURL *handle, curl_write_callback callback, void *context)
{
    CURLcode result = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, callback);
    return result ? result : curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

static inline CURLcode headshot_curl_set_header(
    CURL *handle, curl_write_callback callback, void *context)
{
    CURLcode result = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, callback);
    return result ? result : curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
}

static inline CURLcode headshot_curl_set_progress(
    CURL *handle, curl_xferinfo_callback callback, void *context)
{
    CURLcode result = curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    if(!result)
        result = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, callback);
    return result ? result : curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
}

static inline CURLcode headshot_curl_set_prerequest(
    CURL *handle, curl_prereq_callback callback, void *context)
{
    CURLcode result = curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, callback);
    return result ? result : curl_easy_setopt(handle, CURLOPT_PREREQDATA, context);
}

// libcurl says only in its notes what a server asked for in a handshake.
static inline CURLcode headshot_curl_set_notes(
    CURL *handle, curl_debug_callback callback, void *context)
{
    CURLcode result = curl_easy_setopt(handle, CURLOPT_VERBOSE, 1L);
    if(!result)
        result = curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, callback);
    return result ? result : curl_easy_setopt(handle, CURLOPT_DEBUGDATA, context);
}

// Lets a transfer be dropped during the look-up of its host name. Older versions of libcurl wait for the
// look-up instead, which is slower but equally correct.
static inline CURLcode headshot_curl_set_quick_exit(CURL *handle)
{
#if LIBCURL_VERSION_NUM >= 0x075700
    return curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)handle;
    return CURLE_OK;
#endif
}

static inline long headshot_curl_get_long(CURL *handle, CURLINFO info)
{
    long value = 0;
    return curl_easy_getinfo(handle, info, &value) ? 0 : value;
}

static inline curl_off_t headshot_curl_get_offset(CURL *handle, CURLINFO info)
{
    curl_off_t value = 0;
    return curl_easy_getinfo(handle, info, &value) ? 0 : value;
}

// The next transfer that has ended, and its result; NULL if there is none.
static inline CURL *headshot_curl_next_ended(CURLM *multi, CURLcode *result)
{
    int left = 0;
    CURLMsg *message;
    while((message = curl_multi_info_read(multi, &left))) {
        if(message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

#endif
