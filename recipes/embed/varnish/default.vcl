vcl 4.1;

# Edge-side includes: the page and the comments are cached separately, the comments for a shorter time.
backend site {
    .host = "127.0.0.1";
    .port = "8080";
}

sub vcl_backend_fetch {
    if (bereq.url ~ "^/comments/") {
        # The page waits for its comments.
        set bereq.connect_timeout = 2s;
        set bereq.first_byte_timeout = 2s;
        set bereq.between_bytes_timeout = 2s;
    }
}

sub vcl_backend_response {
    if (bereq.url ~ "^/comments/") {
        if (beresp.status >= 500) {
            return (error(503));
        }
        if (beresp.status != 200) {
            return (error(404));
        }
        set beresp.ttl = 60s;
        # While the server is not available, an old thread is better than none.
        set beresp.grace = 1d;
        # Half a thread is an error, too.
        set beresp.do_stream = false;
    } else if (beresp.http.Content-Type ~ "text/html") {
        set beresp.do_esi = true;
        set beresp.ttl = 1h;
    }
}

sub vcl_backend_error {
    # Without this, an error page would be put in the place of the comments.
    if (bereq.url ~ "^/comments/") {
        if (bereq.is_bgfetch && beresp.status >= 500) {
            # Keeps the old thread. One that is gone (404) is not kept.
            return (abandon);
        }
        set beresp.status = 200;
        set beresp.ttl = 5s;
        set beresp.grace = 0s;
        synthetic("");
        return (deliver);
    }
}
