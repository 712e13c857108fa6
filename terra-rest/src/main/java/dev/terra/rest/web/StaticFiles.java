package dev.terra.rest.web;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import dev.terra.rest.api.Content;
import dev.terra.rest.http.HttpAnswer;
import dev.terra.rest.http.HttpCall;
import dev.terra.rest.json.RestJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The dashboard's files, from the class path. Each is read and compressed once. If there are none, a page that explains it is served
 * instead.
 */
final class StaticFiles {
  /** The folder of the files on the class path. */
  static final String ROOT = "/dev/terra/dashboard/";
  /** The names that files and folders may have. No such name leads out of its folder. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*");
  /** Names that contain a hash, so that another content has another name. */
  private static final Pattern HASHED = Pattern.compile(".*[.-][A-Za-z0-9_-]{8,}\\.[a-z0-9]+");
  private static final Splitter SLASHES = Splitter.on('/');
  private static final String INDEX = "index.html";
  private static final ImmutableMap<String, String> TYPES = ImmutableMap.<String, String>builder()
      .put("html", "text/html; charset=utf-8").put("js", "text/javascript; charset=utf-8").put("css", "text/css; charset=utf-8")
      .put("json", "application/json").put("svg", "image/svg+xml").put("png", "image/png").put("ico", "image/x-icon")
      .put("woff2", "font/woff2").put("map", "application/json").put("txt", "text/plain; charset=utf-8")
      .put("webmanifest", "application/manifest+json").buildOrThrow();
  private static final byte[] NO_DASHBOARD = """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>Terra</title></head>
      <body><h1>Terra</h1><p>This build has no dashboard.</p>
      <p>The controller answers at <a href="/api/v1/status">/api/v1/status</a>;
      <a href="/api/v1/openapi.json">/api/v1/openapi.json</a> lists all it answers.</p></body></html>
      """.getBytes(StandardCharsets.UTF_8);

  private final String root;
  private final Map<String, Optional<Loaded>> files = new ConcurrentHashMap<>();

  private record Loaded(Content content, Content gzipped, String tag) {}

  StaticFiles(String root) {
    this.root = root;
  }

  /** Returns the answer for a path; empty if there is no such file. A path without a dot belongs to the dashboard's page. */
  Optional<HttpAnswer> find(HttpCall call) {
    String name = call.path().substring(1);
    if (name.isEmpty() || !name.contains(".")) {
      return Optional.of(answer(call, INDEX, load(INDEX).orElseGet(() -> loaded(NO_DASHBOARD, null))));
    }
    boolean inside = SLASHES.splitToStream(name).allMatch(part -> NAME.matcher(part).matches());
    return inside ? load(name).map(file -> answer(call, name, file)) : Optional.empty();
  }

  private static HttpAnswer answer(HttpCall call, String name, Loaded file) {
    String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
    HttpAnswer answer = Answers.tagged(call, type, file.content, file.gzipped, file.tag);
    return HASHED.matcher(name).matches()
        ? answer.with(ImmutableMap.of("Cache-Control", "public, max-age=31536000, immutable", "Vary", "Accept-Encoding"))
        : answer;
  }

  private Optional<Loaded> load(String name) {
    Optional<Loaded> known = files.get(name);
    if (known != null) {
      return known;
    }
    Optional<Loaded> found = read(name).map(bytes -> loaded(bytes, read(name + ".gz").orElse(null)));
    found.ifPresent(file -> files.put(name, Optional.of(file))); // missing files are not remembered, since a client may request any name
    return found;
  }

  private Optional<byte[]> read(String name) {
    try (InputStream in = StaticFiles.class.getResourceAsStream(root + name)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Loaded loaded(byte[] bytes, byte @Nullable [] gzipped) {
    return new Loaded(new Content(bytes), new Content(gzipped == null ? RestJson.gzip(bytes) : gzipped),
        "\"" + Hashing.murmur3_128().hashBytes(bytes) + "\"");
  }
}
