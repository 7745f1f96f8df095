vcl 4.1;

# Edge-side includes: the page and the comments are cached separately, the comments for a shorter time.
backend site {
    .host = "127.0.0.1";
    .port = "8080";
}

sub vcl_backend_response {
    if (bereq.url ~ "^/comments/") {
        set beresp.ttl = 60s;
        # While the server is not available, an old thread is better than none.
        set beresp.grace = 1d;
    } else if (beresp.http.Content-Type ~ "text/html") {
        set beresp.do_esi = true;
        set beresp.ttl = 1h;
    }
}

sub vcl_backend_error {
    # Without this, the error page would be put in the place of the comments.
    if (bereq.url ~ "^/comments/") {
        set beresp.status = 200;
        set beresp.ttl = 5s;
        synthetic("");
        return (deliver);
    }
}
