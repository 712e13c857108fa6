package dev.terra.rest.auth;

import com.google.common.collect.ImmutableList;
import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import dev.terra.config.ConfigException;
import dev.terra.core.failure.Failures;
import dev.terra.rest.api.Access;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of tokens, with a line {@code ROLE NAME TOKEN} for each, where the role is {@code read} or {@code admin}. The file is read
 * again after a change. While the changed file cannot be read, no token is valid, since the change may have been meant to revoke a
 * token.
 */
public final class TokenFile {
  private static final Logger LOG = LoggerFactory.getLogger(TokenFile.class);
  private static final Pattern LINE = Pattern.compile("(read|admin)\\s+([A-Za-z0-9._@-]{1,64})\\s+([!-~]{16,256})");
  private static final long MAX_BYTES = 1 << 20;
  /** How long the tokens count before the file is checked for a change. */
  private static final long FRESH_NANOS = 1_000_000_000L;

  private final Path file;
  private final LongSupplier ticker;
  private long lookedNanos;
  private @Nullable Stamp stamp;
  private ImmutableList<Entry> entries = ImmutableList.of();

  private record Stamp(FileTime modified, long bytes, Object key) {}

  private record Entry(Access role, String name, HashCode digest) {}

  /** The holder of a token. */
  public record Holder(Access role, String name) {}

  /**
   * Reads a file.
   *
   * @throws ConfigException if it cannot be read
   */
  public TokenFile(Path file, LongSupplier ticker) {
    this.file = file;
    this.ticker = ticker;
    try {
      this.stamp = stamp();
      this.entries = read();
    } catch (IOException e) {
      throw new ConfigException(file + ": cannot be read as tokens: " + Failures.inWords(e));
    }
    this.lookedNanos = ticker.getAsLong();
  }

  private Stamp stamp() throws IOException {
    var attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
  }

  private ImmutableList<Entry> read() throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException("expected at most " + MAX_BYTES + " bytes");
    }
    ImmutableList.Builder<Entry> read = ImmutableList.builder();
    List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        Matcher entry = LINE.matcher(line);
        if (!entry.matches()) {
          throw new IOException("line " + (i + 1) + ": expected 'read NAME TOKEN' or 'admin NAME TOKEN', a token of 16 to 256 characters");
        }
        read.add(new Entry(entry.group(1).equals("admin") ? Access.ADMIN : Access.READ, entry.group(2), digest(entry.group(3))));
      }
    }
    return read.build();
  }

  private static HashCode digest(String token) {
    return Hashing.sha256().hashString(token, StandardCharsets.UTF_8);
  }

  /** Returns the holder of a token; empty if the token is not in the file. */
  public synchronized Optional<Holder> holder(String token) {
    look();
    HashCode digest = digest(token);
    Optional<Holder> found = Optional.empty();
    for (Entry entry : entries) {
      if (entry.digest.equals(digest)) { // compares in constant time
        found = Optional.of(new Holder(entry.role, entry.name));
      }
    }
    return found;
  }

  private void look() {
    long now = ticker.getAsLong();
    if (now - lookedNanos < FRESH_NANOS) {
      return;
    }
    lookedNanos = now;
    try {
      Stamp found = stamp();
      if (!found.equals(stamp)) {
        entries = read();
        stamp = found;
        LOG.info("tokens were read again from {}: {} of them", file, entries.size());
      }
    } catch (IOException e) {
      if (!entries.isEmpty()) {
        LOG.warn("no token is valid until {} can be read: {}", file, Failures.inWords(e));
      }
      entries = ImmutableList.of();
      stamp = null;
    }
  }
}
