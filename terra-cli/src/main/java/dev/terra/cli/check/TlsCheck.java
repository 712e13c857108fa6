package dev.terra.cli.check;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.PeerIdentity.Role;
import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.tls.TlsPaths;
import dev.terra.core.failure.Failures;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks whether the files for TLS exist, fit together, name their user, do not expire soon, and can be read by their owner alone. */
final class TlsCheck {
  private static final Duration SOON = Duration.ofDays(14);
  private static final String MAKE = "terra certs --topology TOPOLOGY --out certs, and copy the folder here";

  private final Path file;
  private final @Nullable PeerIdentity self;
  private final Instant now;
  /** The beginning of the keys in the file. */
  private final String prefix;

  private TlsCheck(Path file, @Nullable PeerIdentity self, Instant now, String prefix) {
    this.file = file;
    this.self = self;
    this.now = now;
    this.prefix = prefix;
  }

  TlsCheck(Path file, PeerIdentity self, Instant now) {
    this(file, self, now, "tls.");
  }

  /** Returns a check of a NodeManager, whose certificate contains its site. */
  static TlsCheck ofNode(Path file, Instant now) {
    return new TlsCheck(file, null, now, "terra.tls.");
  }

  List<Finding> check(@Nullable TlsPaths paths) {
    if (paths == null) {
      return List.of(Finding.warning(file, prefix.substring(0, prefix.length() - 1), 
          "TLS is off: a client that reaches the ports may do everything",
          self != null ? "tls: {certificate: tls/certificate.pem, key: tls/key.pem, ca: tls/ca.pem}, with files of " + MAKE
              : "set terra.tls.certificate, terra.tls.key and terra.tls.ca, with files of " + MAKE));
    }
    List<Finding> findings = new ArrayList<>(checkPlaces(paths));
    try (TlsFiles files = TlsFiles.open(paths, news -> { }, problem -> { })) {
      checkOwner(paths, files.identity());
      if (now.plus(SOON).isAfter(files.validUntil())) {
        findings.add(Finding.warning(file, prefix + "certificate", "the certificate expires on " + files.validUntil(),
            "terra certs --topology TOPOLOGY --ca certs/ca --out certs-2, and copy the new files over the old"));
      }
      checkRights(paths.key()).ifPresent(findings::add);
    } catch (TlsException e) {
      findings.add(failure(paths, Failures.inWords(e)));
    }
    return findings;
  }

  /** Checks that paths are absolute, since a NodeManager starts in any folder. */
  private List<Finding> checkPlaces(TlsPaths paths) {
    return self != null ? List.of() : Stream.of(paths.certificate(), paths.key(), paths.ca()).filter(path -> !path.isAbsolute())
        .map(path -> Finding.error(file, prefix + "certificate", path + " is relative to the folder in which the NodeManager starts",
            "write the whole path, such as " + path.toAbsolutePath())).toList();
  }

  private void checkOwner(TlsPaths paths, PeerIdentity owner) throws TlsException {
    if (self != null ? !self.equals(owner) : owner.role() != Role.NODE) {
      throw new TlsException(paths.certificate() + ": expected a certificate of "
          + (self == null ? "terra://node/SITE" : self.uri()) + ", got one of " + owner);
    }
  }

  private Finding failure(TlsPaths paths, String message) {
    Path wrong = message.startsWith(paths.key() + ":") ? paths.key() : message.startsWith(paths.ca() + ":") ? paths.ca()
        : paths.certificate();
    String key = prefix + (wrong == paths.key() ? "key" : wrong == paths.ca() ? "ca" : "certificate");
    String cure = message.contains("expected a certificate of ") ? "copy the files of " + folder() + " here"
        : message.contains("not signed by") ? "copy certificate.pem, key.pem and ca.pem from one run of terra certs"
        : message.contains("not the key of") ? "copy certificate.pem and key.pem from one folder of terra certs"
        : message.contains("pkcs8") ? "openssl pkcs8 -topk8 -nocrypt -in OLD -out " + paths.key()
        : message.contains("not valid before") ? "set this host's clock: timedatectl set-ntp true"
        : message.contains("no such file") ? "copy the file there, or correct " + key + "; new ones: " + MAKE
        : message.contains("has no right to it") ? "run terra check as the user that the process runs as; where it is that one: chown USER "
        + wrong + " && chmod 600 " + wrong : MAKE;
    return Finding.error(file, key, message + (self != null ? "" : ", so this node is stock"), cure);
  }

  private String folder() {
    return self == null ? "certs/nodes/SITE"
        : self.role() == Role.SITE ? "certs/sites/" + self.name() : "certs/controller";
  }

  private Optional<Finding> checkRights(Path key) {
    try {
      Set<PosixFilePermission> rights = Files.getPosixFilePermissions(key);
      if (rights.contains(PosixFilePermission.OTHERS_READ) || rights.contains(PosixFilePermission.OTHERS_WRITE)) {
        return Optional.of(Finding.error(file, prefix + "key", "every user of this host may read " + key, "chmod 600 " + key));
      }
      return rights.contains(PosixFilePermission.GROUP_READ) ? Optional.of(
          Finding.warning(file, prefix + "key", "its group may read " + key, "chmod 600 " + key)) : Optional.empty();
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }
}
