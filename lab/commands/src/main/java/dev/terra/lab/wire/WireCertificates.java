package dev.terra.lab.wire;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.certs.CertificateAuthority;
import dev.terra.certs.CertificateAuthority.Validity;
import dev.terra.core.wan.SiteId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Certificates of an authority that exists for one benchmark. */
final class WireCertificates {
  private static final int DAYS = 2;

  private WireCertificates() {}

  /** Makes the certificates of the sites on paths with up to the given number of relays, in the layout of {@code terra certs}. */
  static void make(Path folder, int relays, Instant now) throws IOException {
    Validity validity = new Validity(now.minus(1, ChronoUnit.DAYS), now.plus(DAYS, ChronoUnit.DAYS));
    CertificateAuthority authority = CertificateAuthority.create("bench", validity);
    for (SiteId site : WirePlace.sites(relays)) {
      authority.issue(PeerIdentity.site(site.name()).uri(), validity).save(folder.resolve("sites").resolve(site.name()));
    }
  }
}
