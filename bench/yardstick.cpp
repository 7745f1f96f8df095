// The yardstick: the least work for the job with the fastest well-known libraries. Reads a file of Atoll documents (one, or
// one a line), parses every field of every comment with simdjson's on-demand parser, renders every body with libcmark's own
// HTML renderer, and writes only those bodies to standard output.
//
//     yardstick FILE        the HTML of the bodies on standard output
//     yardstick FILE count  the number of comments instead
//     yardstick --rows FILE...   the HTML of the bodies in the rows of a dump, file by file
//
// It is as fast as simple code can be: one read into a padded buffer, one parser for all lines, fields in document order, one
// large output buffer.

#include <cmark.h>
#include <fcntl.h>
#include <simdjson.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

using simdjson::SIMDJSON_PADDING;
namespace ondemand = simdjson::ondemand;

namespace {

[[noreturn]] void fail(const char *what, const char *why) {
  std::fprintf(stderr, "yardstick: %s: %s\n", what, why);
  std::exit(1);
}

/// The contents of a file, with the padding that simdjson needs.
struct Input {
  std::unique_ptr<char[]> bytes;
  size_t size = 0;

  explicit Input(const char *path) {
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) fail(path, std::strerror(errno));
    size = static_cast<size_t>(status.st_size);
    bytes.reset(new char[size + SIMDJSON_PADDING]);
    for (size_t done = 0; done < size;) {
      ssize_t got = read(file, bytes.get() + done, size - done);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) fail(path, got == 0 ? "shorter than it was" : std::strerror(errno));
      done += static_cast<size_t>(got);
    }
    std::memset(bytes.get() + size, 0, SIMDJSON_PADDING);
    close(file);
  }
};

/// Standard output, with a buffer of half a megabyte.
class Output {
 public:
  void append(const char *from, size_t count) {
    if (count > capacity - used) {
      flush();
      if (count > capacity) return put(from, count);
    }
    std::memcpy(buffer.get() + used, from, count);
    used += count;
  }

  void flush() {
    put(buffer.get(), used);
    used = 0;
  }

 private:
  static constexpr size_t capacity = 512 * 1024;
  std::unique_ptr<char[]> buffer{new char[capacity]};
  size_t used = 0;

  static void put(const char *from, size_t count) {
    while (count > 0) {
      ssize_t wrote = write(STDOUT_FILENO, from, count);
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote < 0) fail("standard output", std::strerror(errno));
      from += wrote;
      count -= static_cast<size_t>(wrote);
    }
  }
};

class Job {
 public:
  size_t comments = 0;
  /// A value that depends on every field, so that the compiler cannot omit reading one.
  uint64_t seen = 0;

  explicit Job(bool renders) : renders(renders) {}

  void run(const Input &input, bool rows = false) {
    const char *at = input.bytes.get(), *end = at + input.size;
    while (at < end) {
      const char *stop = static_cast<const char *>(std::memchr(at, '\n', size_t(end - at)));
      if (stop == nullptr) stop = end;
      size_t capacity = size_t(end - at) + SIMDJSON_PADDING;
      if (stop > at && rows) {
        row(at, size_t(stop - at), capacity);
      } else if (stop > at) {
        document(at, size_t(stop - at), capacity);
      }
      at = stop + 1;
    }
    output.flush();
  }

 private:
  ondemand::parser parser;
  Output output;
  bool renders;

  void note(std::string_view text) {
    seen += text.size() + (text.empty() ? 0 : static_cast<unsigned char>(text.front()));
  }

  void strings(ondemand::array list) {
    for (auto entry : list) note(entry.get_string());
  }

  void document(const char *text, size_t size, size_t capacity) {
    ondemand::document document =
        parser.iterate(simdjson::padded_string_view(text, size, capacity));
    ondemand::object root = document.get_object();
    seen += root.find_field("atoll").get_uint64().value();
    ondemand::object story = root.find_field("story").get_object();
    note(story.find_field("id").get_string());
    note(story.find_field("url").get_string());
    note(story.find_field("title").get_string());
    for (auto entry : root.find_field("comments").get_array()) comment(entry.get_object());
  }

  void comment(ondemand::object fields) {
    comments += 1;
    note(fields.find_field("id").get_string());
    ondemand::value parent = fields.find_field("parentId");
    if (!parent.is_null()) note(parent.get_string());
    ondemand::object author = fields.find_field("author").get_object();
    note(author.find_field("id").get_string());
    note(author.find_field("name").get_string());
    ondemand::array badges;
    if (author.find_field("badges").get_array().get(badges) == simdjson::SUCCESS) strings(badges);
    note(fields.find_field("createdAt").get_string());
    std::string_view body = fields.find_field("body").get_string();
    if (renders) render(body);
    seen += fields.find_field("likes").get_uint64().value();
    strings(fields.find_field("tags").get_array());
    std::string_view edited;
    if (fields.find_field("editedAt").get_string().get(edited) == simdjson::SUCCESS) note(edited);
  }

  /// Reads every member of a row of any collection that is shown; a broken row is skipped.
  void row(const char *text, size_t size, size_t capacity) {
    try {
      ondemand::document document =
          parser.iterate(simdjson::padded_string_view(text, size, capacity));
      for (auto field : document.get_object()) {
        std::string_view key = field.unescaped_key();
        ondemand::value value = field.value();
        if (key == "id" || key == "storyID" || key == "tenantID" || key == "authorID" || key == "parentID" ||
            key == "status" || key == "url" || key == "username") {
          note(value.get_string());
        } else if (key == "revisions") {
          revisions(value.get_array());
        } else if (key == "createdAt") {
          note(value.get_object().find_field("$date").get_string());
        } else if (key == "actionCounts") {
          for (auto count : value.get_object()) seen += count.value().get_uint64().value();
        } else if (key == "badges" || key == "tags") {
          strings(value.get_array());
        }
      }
    } catch (const simdjson::simdjson_error &) {
      return;
    }
  }

  void revisions(ondemand::array list) {
    comments += 1;
    for (auto entry : list) {
      for (auto field : entry.get_object()) {
        std::string_view key = field.unescaped_key();
        if (key == "body") render(field.value().get_string());
        if (key == "createdAt") note(field.value().get_object().find_field("$date").get_string());
      }
    }
  }

  void render(std::string_view body) {
    char *html = cmark_markdown_to_html(body.data(), body.size(), CMARK_OPT_DEFAULT);
    output.append(html, std::strlen(html));
    std::free(html);
  }
};

}  // namespace

int main(int count, char **arguments) {
  if (count > 2 && std::string_view(arguments[1]) == "--rows") {
    Job job(true);
    for (int index = 2; index < count; index++) job.run(Input(arguments[index]), true);
    return job.comments == 0;
  }
  bool counts = count == 3 && std::string_view(arguments[2]) == "count";
  if (count != 2 && !counts) fail("usage", "yardstick FILE [count]");
  try {
    Job job(!counts);
    job.run(Input(arguments[1]));
    if (counts) std::printf("%zu\n", job.comments);
    return job.seen == 0 && job.comments > 0 ? 1 : 0;
  } catch (const simdjson::simdjson_error &error) {
    fail(arguments[1], error.what());
  }
}
