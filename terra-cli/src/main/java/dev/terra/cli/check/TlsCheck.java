package dev.terra.cli.check;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.tls.TlsPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether the files for TLS are there, fit together, speak for who uses them, are not about to expire, and are nobody else's to read. */
final class TlsCheck {
  private static final Duration SOON = Duration.ofDays(14);
  private static final String MAKE = "terra certs --topology TOPOLOGY --out certs, and copy the folder here";

  private final Path file;
  private final PeerIdentity self;
  private final Instant now;

  TlsCheck(Path file, PeerIdentity self, Instant now) {
    this.file = file;
    this.self = self;
    this.now = now;
  }

  List<Finding> check(Optional<TlsPaths> paths) {
    if (paths.isEmpty()) {
      return List.of(Finding.warning(file, "tls", "TLS is off: whoever reaches the ports may do everything",
          "tls: {certificate: tls/certificate.pem, key: tls/key.pem, ca: tls/ca.pem}, with files of " + MAKE));
    }
    List<Finding> findings = new ArrayList<>();
    try (TlsFiles files = TlsFiles.open(paths.get(), self, news -> { }, problem -> { })) {
      if (now.plus(SOON).isAfter(files.validUntil())) {
        findings.add(Finding.warning(file, "tls.certificate", "the certificate expires on " + files.validUntil(),
            "terra certs --topology TOPOLOGY --ca certs/ca --out certs-2, and copy the new files over the old"));
      }
      checkRights(paths.get().key()).ifPresent(findings::add);
    } catch (TlsException e) {
      findings.add(failure(paths.get(), e.getMessage()));
    }
    return findings;
  }

  private Finding failure(TlsPaths paths, String message) {
    String key = message.startsWith(paths.key() + ":") ? "tls.key" : message.startsWith(paths.ca() + ":") ? "tls.ca" : "tls.certificate";
    String cure = message.contains("expected a certificate of ") ? "copy the files of " + folder() + " here"
        : message.contains("not signed by") ? "copy certificate.pem, key.pem and ca.pem from one run of terra certs"
        : message.contains("not the key of") ? "copy certificate.pem and key.pem from one folder of terra certs"
        : message.contains("pkcs8") ? "openssl pkcs8 -topk8 -nocrypt -in OLD -out " + paths.key()
        : message.contains("not valid before") ? "set this host's clock: timedatectl set-ntp true"
        : message.contains("no such file") ? "copy the file there, or correct " + key + "; new ones: " + MAKE : MAKE;
    return Finding.error(file, key, message, cure);
  }

  private String folder() {
    return self.role() == PeerIdentity.Role.SITE ? "certs/sites/" + self.name() : "certs/controller";
  }

  private Optional<Finding> checkRights(Path key) {
    try {
      Set<PosixFilePermission> rights = Files.getPosixFilePermissions(key);
      if (rights.contains(PosixFilePermission.OTHERS_READ) || rights.contains(PosixFilePermission.OTHERS_WRITE)) {
        return Optional.of(Finding.error(file, "tls.key", "everybody on this host may read " + key, "chmod 600 " + key));
      }
      return rights.contains(PosixFilePermission.GROUP_READ) ? Optional.of(
          Finding.warning(file, "tls.key", "its group may read " + key, "chmod 600 " + key)) : Optional.empty();
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }
}
