package dev.terra.cli.operate;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that sends requests to a controller over HTTP. */
public final class ConnectionOptions {
  @Option(names = "--controller", paramLabel = "HOST:PORT|URL",
      description = "the controller's HTTP address, or those of several controllers with commas between; else TERRA_CONTROLLER, else "
          + "'controller' in TERRA_CONFIG or ~/.config/terra/terra.yaml, else " + ControllerAddress.DEFAULT)
  private @Nullable String controller;

  @Option(names = "--token-file", paramLabel = "FILE",
      description = "a file with a token to present; else TERRA_TOKEN_FILE, else 'tokenFile' in that file, else ~/.terra/admin-token for "
          + "the controllers on loopback that it names")
  private @Nullable Path tokenFile;

  @Option(names = "--tls", paramLabel = "DIR",
      description = "the folder of ca.pem, certificate.pem and key.pem (see certs), or of ca.pem alone if you use a token; else TERRA_TLS, "
          + "else 'tls' in that file")
  private @Nullable Path tls;

  @Option(names = "--json", description = "print the controller's answer as JSON instead of text")
  private boolean json;

  @Option(names = "--timeout", paramLabel = "SECONDS", defaultValue = "10", description = "default ${DEFAULT-VALUE}")
  private int timeoutSeconds;

  /** Returns whether to print the answer as it is. */
  public boolean json() {
    return json;
  }

  /** Returns the address, if it was given. */
  public Optional<String> controller() {
    return Optional.ofNullable(controller);
  }

  /** Returns the folder of certificates, if it was given. */
  public Optional<Path> tls() {
    return Optional.ofNullable(tls);
  }

  /** Returns how long to wait for an answer. */
  public Duration timeout() {
    return Duration.ofSeconds(timeoutSeconds);
  }

  /**
   * Opens a client of the controller that options, environment or file name.
   *
   * @throws RestFailure if the address, token or folder cannot be used
   */
  public RestClient open(Map<String, String> environment) throws RestFailure {
    if (timeoutSeconds < 1 || timeoutSeconds > 3_600) {
      throw new RestFailure(ExitCode.USAGE, "--timeout: expected 1 to 3600 seconds, got " + timeoutSeconds);
    }
    ControllerAddress.Wishes wishes =
        new ControllerAddress.Wishes(Optional.ofNullable(controller), Optional.ofNullable(tokenFile), Optional.ofNullable(tls));
    ControllerAddress address = ControllerAddress.find(wishes, environment, Home.orNowhere());
    return RestClient.open(address, Duration.ofSeconds(timeoutSeconds));
  }
}
