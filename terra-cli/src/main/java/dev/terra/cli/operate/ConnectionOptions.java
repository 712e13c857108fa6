package dev.terra.cli.operate;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that asks a controller over HTTP. */
public final class ConnectionOptions {
  @Option(names = "--controller", paramLabel = "HOST:PORT|URL",
      description = "the controller's HTTP address, or those of several with commas between; else TERRA_CONTROLLER, else 'controller' in "
          + "TERRA_CONFIG or ~/.config/terra/terra.yaml, else " + ControllerAddress.DEFAULT)
  private @Nullable String controller;

  @Option(names = "--token-file", paramLabel = "FILE",
      description = "a token to show; else TERRA_TOKEN_FILE, else 'tokenFile' in that file, else ~/.terra/admin-token for the "
          + "controllers on loopback that it names")
  private @Nullable Path tokenFile;

  @Option(names = "--tls", paramLabel = "DIR",
      description = "folder of ca.pem, certificate.pem and key.pem (see certs), or with a token of ca.pem alone; else TERRA_TLS, "
          + "else 'tls' in that "
          + "file")
  private @Nullable Path tls;

  @Option(names = "--json", description = "print what the controller answers instead of text")
  private boolean json;

  @Option(names = "--timeout", paramLabel = "SECONDS", defaultValue = "10", description = "default ${DEFAULT-VALUE}")
  private int timeoutSeconds;

  /** Whether to print what was answered as it is. */
  public boolean json() {
    return json;
  }

  /** The address, if it was given. */
  public Optional<String> controller() {
    return Optional.ofNullable(controller);
  }

  /** The folder of certificates, if it was given. */
  public Optional<Path> tls() {
    return Optional.ofNullable(tls);
  }

  /** How long to wait for an answer. */
  public Duration timeout() {
    return Duration.ofSeconds(timeoutSeconds);
  }

  /**
   * A client of the controller that options, environment or file name.
   *
   * @throws RestFailure if what names it is of no use
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
