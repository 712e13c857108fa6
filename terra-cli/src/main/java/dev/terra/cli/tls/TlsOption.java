package dev.terra.cli.tls;

import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.tls.TlsPaths;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** {@code --tls DIR}, of commands that talk to a controller: whose certificate they show. */
public final class TlsOption {
  @Option(names = "--tls", paramLabel = "DIR",
      description = "folder of a client's certificate.pem, key.pem and ca.pem, if the controller uses TLS (see certs)")
  private Path folder;

  /** The folder, if it was given. */
  public Optional<Path> folder() {
    return Optional.ofNullable(folder);
  }

  /**
   * What to show to the controller.
   *
   * @throws TlsException that names the file that cannot be used
   */
  public ChannelCredentials credentials() throws TlsException {
    return credentials(folder());
  }

  /** The same of a folder that was given otherwise; without one there is no TLS. */
  public static ChannelCredentials credentials(Optional<Path> folder) throws TlsException {
    if (folder.isEmpty()) {
      return InsecureChannelCredentials.create();
    }
    try (TlsFiles files = TlsFiles.open(TlsPaths.in(folder.get()), news -> { }, problem -> { })) {
      return files.toController();
    }
  }

  /** To be said where a controller does not answer. */
  public String hint() {
    return hint(folder());
  }

  /** The same of a folder that was given otherwise. */
  public static String hint(Optional<Path> folder) {
    return folder.isEmpty() ? " (if it uses TLS, say --tls)" : "";
  }
}
