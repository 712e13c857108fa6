package dev.terra.cli.tls;

import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.tls.TlsPaths;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --tls DIR}: the certificate that a command uses towards a controller. */
public final class TlsOption {
  @Option(names = "--tls", paramLabel = "DIR",
      description = "folder of a client's certificate.pem, key.pem and ca.pem, if the controller uses TLS (see certs)")
  private @Nullable Path folder;

  /** Returns the folder, if it was given. */
  public Optional<Path> folder() {
    return Optional.ofNullable(folder);
  }

  /**
   * Returns the credentials for the controller.
   *
   * @throws TlsException that names the file that cannot be used
   */
  public ChannelCredentials credentials() throws TlsException {
    return credentials(folder);
  }

  /** Returns credentials from a folder; without a folder there is no TLS. */
  public static ChannelCredentials credentials(@Nullable Path folder) throws TlsException {
    if (folder == null) {
      return InsecureChannelCredentials.create();
    }
    try (TlsFiles files = TlsFiles.open(TlsPaths.in(folder), news -> { }, problem -> { })) {
      return files.toController();
    }
  }

  /** Returns a hint to be printed where a controller does not answer. */
  public String hint() {
    return hint(folder);
  }

  /** Returns the hint for a command with this folder. */
  public static String hint(@Nullable Path folder) {
    return folder == null ? " (if it uses TLS, say --tls)" : "";
  }
}
