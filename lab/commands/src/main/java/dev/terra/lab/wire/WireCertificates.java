package dev.terra.lab.wire;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.certs.CertificateAuthority;
import dev.terra.certs.CertificateAuthority.Validity;
import dev.terra.core.wan.SiteId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Certificates of an authority that lives for one benchmark. */
final class WireCertificates {
  private static final int DAYS = 2;

  private WireCertificates() {}

  /** Those of the sites on a path with so many relays, and with fewer, as {@code terra certs} lays them out. */
  static void make(Path folder, int relays, Instant now) throws IOException {
    Validity validity = new Validity(now.minus(1, ChronoUnit.DAYS), now.plus(DAYS, ChronoUnit.DAYS));
    CertificateAuthority authority = CertificateAuthority.create("bench", validity);
    for (SiteId site : WirePlace.sites(relays)) {
      authority.issue(PeerIdentity.site(site.name()).uri(), validity).save(folder.resolve("sites").resolve(site.name()));
    }
  }
}
