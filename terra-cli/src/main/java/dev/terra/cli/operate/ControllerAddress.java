package dev.terra.cli.operate;

import com.google.common.base.Splitter;
import dev.terra.config.ConfigException;
import dev.terra.config.YamlFile;
import dev.terra.config.YamlRecords;
import dev.terra.rest.auth.UserToken;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of a command's controllers, of which one leads, and the credentials for them.
 *
 * @param roots their HTTP addresses without a path, at least one
 * @param tokenFile a file with a token in its first line; the user has named it, so the token is sent to every controller
 * @param ownToken the file of the token of the user's own controllers, which receive it where no other file is named
 * @param tls folder with {@code ca.pem}, and {@code certificate.pem} and {@code key.pem} of the caller
 * @param from the source of the address, for errors
 */
record ControllerAddress(List<URI> roots, Optional<Path> tokenFile, Optional<Path> ownToken, Optional<Path> tls, String from) {
  /** The address on which a controller listens by default. */
  static final String DEFAULT = "http://127.0.0.1:7180";
  private static final int HTTP_PORT = 80;
  private static final long MAX_FILE_BYTES = 1 << 16;
  private static final Splitter COMMAS = Splitter.on(',').trimResults();

  /** The values of a command's options. */
  record Wishes(Optional<String> controller, Optional<Path> tokenFile, Optional<Path> tls) {}

  /** The keys of the file. */
  private record Keys(@Nullable String controller, @Nullable String tokenFile, @Nullable String tls) {
    static final Keys NONE = new Keys(null, null, null);
  }

  /**
   * Finds the addresses: in the options, else in the environment, else in the file, else the standard address.
   *
   * @param environment TERRA_CONTROLLER, TERRA_TOKEN_FILE, TERRA_TLS, TERRA_CONFIG
   * @param home for {@code .config/terra/terra.yaml} and {@code .terra/admin-token}
   * @throws ConfigException if an address or the file cannot be used
   */
  static ControllerAddress find(Wishes wishes, Map<String, String> environment, Path home) {
    Path file = Optional.ofNullable(environment.get("TERRA_CONFIG")).map(Path::of).orElse(home.resolve(".config/terra/terra.yaml"));
    Keys keys = read(file, environment.containsKey("TERRA_CONFIG"));
    Optional<String> fromFile = Optional.ofNullable(keys.controller());
    Optional<String> fromEnvironment = Optional.ofNullable(environment.get("TERRA_CONTROLLER"));
    String from = wishes.controller().isPresent() ? "--controller"
        : fromEnvironment.isPresent() ? "TERRA_CONTROLLER" : fromFile.isPresent() ? file.toString() : "the standard address";
    String text = wishes.controller().or(() -> fromEnvironment).or(() -> fromFile).orElse(DEFAULT);
    Optional<Path> tls = wishes.tls().or(() -> Optional.ofNullable(environment.get("TERRA_TLS")).map(Path::of))
        .or(() -> beside(file, keys.tls()));
    Path own = UserToken.in(home);
    Optional<Path> token = wishes.tokenFile().or(() -> Optional.ofNullable(environment.get("TERRA_TOKEN_FILE")).map(Path::of))
        .or(() -> beside(file, keys.tokenFile()));
    Optional<Path> ownToken = Optional.of(own).filter(path -> token.isEmpty() && tls.isEmpty() && Files.isReadable(path));
    return new ControllerAddress(uris(from, text, tls.isPresent()), token, ownToken, tls, from);
  }

  private static Keys read(Path file, boolean wanted) {
    if (!wanted && !Files.exists(file)) {
      return Keys.NONE;
    }
    return YamlRecords.read(YamlFile.read(file, MAX_FILE_BYTES), Keys.class);
  }

  private static Optional<Path> beside(Path file, @Nullable String name) {
    return Optional.ofNullable(name).map(path -> file.toAbsolutePath().resolveSibling(path));
  }

  private static List<URI> uris(String from, String text, boolean tls) {
    return COMMAS.splitToStream(text).map(address -> uri(from, address, tls)).toList();
  }

  /**
   * Returns the file whose token is sent to a controller: the user's own token only where the controller accepts it, see {@link UserToken}.
   */
  Optional<Path> tokenFor(URI root) {
    return tokenFile.or(() -> ownToken.filter(file -> root.getScheme().equals("http")
        && UserToken.isFor(file, root.getHost(), root.getPort() < 0 ? HTTP_PORT : root.getPort())));
  }

  /** Returns the addresses, for people. */
  String text() {
    return roots.stream().map(URI::toString).collect(Collectors.joining(", "));
  }

  private static URI uri(String from, String text, boolean tls) {
    String whole = text.contains("://") ? text : (tls ? "https://" : "http://") + text;
    try {
      URI uri = URI.create(whole.replaceAll("/+$", ""));
      if (uri.getHost() != null && uri.getHost().startsWith("[")) {
        throw new ConfigException(from + ": Terra speaks IPv4 only, got '" + text + "'");
      }
      if (uri.getHost() != null && uri.getRawPath().isEmpty() && (uri.getScheme().equals("http") || uri.getScheme().equals("https"))) {
        return uri.getPort() < 0 && !text.contains("://") ? URI.create(whole + ":7180") : uri;
      }
    } catch (IllegalArgumentException e) {
      throw noAddress(from, text);
    }
    throw noAddress(from, text);
  }

  private static ConfigException noAddress(String from, String text) {
    return new ConfigException(
        from + ": expected HOST:PORT or http(s)://HOST:PORT of the controller, or several with commas between, got '" + text + "'");
  }
}
