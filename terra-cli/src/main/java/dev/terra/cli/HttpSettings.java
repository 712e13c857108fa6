package dev.terra.cli;

import com.google.common.collect.ImmutableSet;
import dev.terra.api.tls.TlsFiles;
import dev.terra.cli.operate.Home;
import dev.terra.controller.Addresses;
import dev.terra.controller.HttpConfig;
import dev.terra.core.failure.Failures;
import dev.terra.rest.RestSettings;
import dev.terra.rest.auth.UserToken;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The settings of a controller's HTTP server, made from its configuration and from the files of the user as whom it runs. */
final class HttpSettings {
  private static final Logger LOG = LoggerFactory.getLogger(HttpSettings.class);

  private HttpSettings() {}

  static RestSettings of(HttpConfig config, String listen, @Nullable TlsFiles tls) {
    Optional<Path> home = Home.find();
    if (home.isEmpty()) {
      LOG.warn("the user has no home folder, so there is no token and no audit log; set HOME, or http.tokens and http.audit");
    }
    Optional<Path> tokens = config.tokens().isPresent() || config.tls() ? config.tokens() : home.flatMap(HttpSettings::userToken);
    Optional<Path> audit = config.audit().or(() -> home.map(own -> UserToken.in(own).resolveSibling(HttpConfig.DEFAULT_AUDIT)));
    return new RestSettings(Addresses.parse("http.listen", listen), tokens, config.tokens().isEmpty(),
        Optional.ofNullable(config.tls() ? tls : null), ImmutableSet.copyOf(config.hosts()), audit);
  }

  /** Returns the home of the user whose token the controller accepts. */
  private static Optional<Path> userTokenHome(HttpConfig config) {
    return Home.find().filter(home -> config.tokens().isEmpty() && !config.tls() && Files.exists(UserToken.in(home)));
  }

  /**
   * Registers the controller's address with the user's token, if the controller accepts the token. Commands of this user then send the
   * token to this controller.
   */
  static void opened(HttpConfig config, InetSocketAddress address) {
    userTokenHome(config).ifPresent(home -> {
      try {
        UserToken.addAddress(home, address);
      } catch (IOException e) {
        LOG.warn("{} cannot be written: commands need --token-file to change anything: {}", UserToken.in(home), Failures.inWords(e));
      }
    });
  }

  /** Removes the controller's address from the user's token. */
  static void closes(HttpConfig config, InetSocketAddress address) {
    userTokenHome(config).ifPresent(home -> {
      try {
        UserToken.removeAddress(home, address);
      } catch (IOException e) {
        LOG.warn("{} cannot be written, and still names this controller: {}", UserToken.in(home), Failures.inWords(e));
      }
    });
  }

  private static Optional<Path> userToken(Path home) {
    try {
      Path file = UserToken.make(home, new SecureRandom());
      LOG.info("no 'http.tokens' are configured: the token in {} allows to change what the controller does", file);
      return Optional.of(file);
    } catch (IOException | UnsupportedOperationException e) {
      LOG.warn("no 'http.tokens' are configured and {} cannot be made: no request may change what the controller does",
          UserToken.in(home) + " (" + Failures.inWords(e) + ")");
      return Optional.empty();
    }
  }
}
