package dev.terra.controller.election;

import dev.terra.config.ConfigException;
import dev.terra.config.Key;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the ZooKeeper through which controllers elect a leader.
 *
 * @param connect the servers as {@code HOST:PORT}, with commas between them
 * @param path the node of the election, the same for all controllers of a cluster
 * @param sessionMillis for how long a leader may be silent before another controller leads, 500 to 60000 ms; a server may grant
 *     another time
 * @param digest the file of the name and password for authentication, {@code NAME:PASSWORD}
 * @param ownerOnly whether only clients that are authenticated as this controller may change the election
 * @param properties properties of ZooKeeper's client, such as those of SASL and TLS
 */
public record ZooKeeperConfig(String connect, String path, int sessionMillis, Optional<Path> digest, boolean ownerOnly,
    Map<String, String> properties) {
  private static final String DEFAULT_PATH = "/terra/controllers";
  /**
   * The default session time-out. It is the least that a ZooKeeper with its usual tick of 2 s grants, and well below the lease, so
   * that agents keep their rates meanwhile.
   */
  private static final int DEFAULT_SESSION_MILLIS = 4_000;
  private static final int LEAST_SESSION_MILLIS = 500;
  private static final int MOST_SESSION_MILLIS = 60_000;
  /** The system property that names the file of this process's credentials for SASL. */
  private static final String LOGIN = "java.security.auth.login.config";
  private static final String PROPERTY = "zookeeper.";
  private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9._-]+)+");

  /** The keys of the file. The value of a missing key is null. */
  public record Keys(
      @Key("`HOST:PORT` of ZooKeeper's servers, with commas between") @Nullable String connect,
      @Key(value = "the ZooKeeper node of the election, the same for all controllers of a cluster", otherwise = DEFAULT_PATH)
          @Nullable String path,
      @Key(value = "how long the leader may be silent before another controller leads, in ms, 500 to 60000. ZooKeeper allows 2 to 20 "
          + "times its `tickTime`", otherwise = "" + DEFAULT_SESSION_MILLIS)
          @Nullable Integer sessionMillis,
      @Key(value = "a file with the line `NAME:PASSWORD`, mode 600, the same for all controllers; with it they authenticate to ZooKeeper",
          otherwise = "none")
          @Nullable String digestFile,
      @Key(value = "`creator`: only processes with this controller's ZooKeeper credentials may change the election's nodes. `open`: "
          + "every client of ZooKeeper may, and could keep controllers from leading",
          otherwise = "`creator` with `digestFile` or SASL, otherwise `open`")
          @Nullable String acl,
      @Key(value = "properties of ZooKeeper's client, for TLS and SASL; their names begin with `zookeeper.`", otherwise = "none")
          @Nullable Map<String, String> properties) {}

  /** Checks the ranges. */
  public ZooKeeperConfig {
    require(connect != null && !connect.isBlank(), "connect", "HOST:PORT, with commas between", connect);
    require(PATH.matcher(path).matches(), "path", "names after slashes, such as " + DEFAULT_PATH, path);
    require(sessionMillis >= LEAST_SESSION_MILLIS && sessionMillis <= MOST_SESSION_MILLIS, "sessionMillis",
        LEAST_SESSION_MILLIS + " to " + MOST_SESSION_MILLIS, sessionMillis);
    properties = Map.copyOf(properties);
    properties.keySet().forEach(name ->
        require(name.startsWith(PROPERTY), "properties", "names that begin with " + PROPERTY, name));
  }

  private static void require(boolean fine, String key, String expected, @Nullable Object got) {
    if (!fine) {
      throw ConfigException.ofKey("zookeeper." + key, "expected " + expected + ", got " + got);
    }
  }

  private static <T> T given(@Nullable T value, String key, String expected) {
    require(value != null, key, expected, null);
    return Objects.requireNonNull(value);
  }

  /** Returns the settings that a file holds. */
  public static ZooKeeperConfig of(Keys keys) {
    require(keys.acl() == null || keys.acl().equals("open") || keys.acl().equals("creator"), "acl", "open or creator", keys.acl());
    return new ZooKeeperConfig(
        given(keys.connect(), "connect", "HOST:PORT, with commas between"), Objects.requireNonNullElse(keys.path(), DEFAULT_PATH),
        Objects.requireNonNullElse(keys.sessionMillis(), DEFAULT_SESSION_MILLIS), Optional.ofNullable(keys.digestFile()).map(Path::of),
        keys.acl() == null ? hasCredentials(keys) : keys.acl().equals("creator"),
        Objects.requireNonNullElse(keys.properties(), Map.of()));
  }

  private static boolean hasCredentials(Keys keys) {
    return keys.digestFile() != null || System.getProperty(LOGIN) != null
        || (keys.properties() != null && keys.properties().keySet().stream().anyMatch(name -> name.startsWith(PROPERTY + "sasl.")));
  }

  /** Returns the digest with which this controller authenticates to ZooKeeper. */
  Optional<byte[]> digestBytes() throws IOException {
    if (digest.isEmpty()) {
      return Optional.empty();
    }
    String line = Files.readString(digest.get()).strip();
    if (line.indexOf(':') < 1 || line.contains("\n")) {
      throw new IOException("zookeeper.digestFile: expected one line NAME:PASSWORD in " + digest.get());
    }
    return Optional.of(line.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns what is wrong with an election that is open to all clients, and what to do; empty if the election is not open. */
  public Optional<String> insecurity() {
    return ownerOnly ? Optional.empty() : Optional.of("any client that reaches ZooKeeper at " + connect + " may write to " + path
        + " and keep every controller from leading; set zookeeper.digestFile, or SASL and zookeeper.acl: creator");
  }

  /** Returns the settings for a ZooKeeper at an address, with the defaults for all other keys. */
  public static ZooKeeperConfig at(String connect) {
    return of(new Keys(connect, null, null, null, null, null));
  }

  /** Returns these settings with another session time-out. */
  public ZooKeeperConfig withSessionMillis(int millis) {
    return new ZooKeeperConfig(connect, path, millis, digest, ownerOnly, properties);
  }
}
