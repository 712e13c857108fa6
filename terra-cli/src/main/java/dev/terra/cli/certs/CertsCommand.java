package dev.terra.cli.certs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.certs.CertificateAuthority;
import dev.terra.certs.CertificateAuthority.Validity;
import dev.terra.certs.HostNames;
import dev.terra.certs.IssuedCertificate;
import dev.terra.config.ConfigException;
import dev.terra.core.failure.Failures;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code ./terra certs}: makes certificates of the agents of all sites, the controller, a client and an operator, and of the authority that
 * signs them.
 */
@Command(
    name = "certs",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes a certificate authority, and with it the certificates of a WAN's controllers, agents, NodeManagers and clients.",
      "Each folder that it writes has certificate.pem, key.pem and ca.pem. Copy DIR/controller to the controllers' hosts,",
      "DIR/sites/SITE to the hosts of the site's agents, and DIR/nodes/SITE to its NodeManagers, and name the three files in",
      "their configurations (docs/use/install.md). DIR/client lets a command read, DIR/admin lets it change things.",
      "DIR/ca signs certificates: keep it offline, and copy it to no host. Existing files are not overwritten."
    },
    footer = {
      "",
      "To replace certificates before they expire, run certs --topology FILE --ca DIR/ca --out NEW, and copy the new files over the",
      "old ones; running processes take them over.",
      "Exit codes: 0 made, 1 not made (the last line says why), 2 wrong arguments."
    })
public final class CertsCommand implements Callable<Integer> {
  /** How long before the present a certificate becomes valid, since clocks differ. */
  private static final Duration BEFORE_NOW = Duration.ofHours(1);
  private static final long AUTHORITY_DAYS = 3_650;
  private static final String CLIENT = "operator";

  @Spec private CommandSpec spec;

  @Option(names = "--topology", required = true, paramLabel = "FILE",
      description = "The topology file; each of its sites gets certificates.")
  private Path topology;

  @Option(names = "--out", required = true, paramLabel = "DIR", description = "The folder to write, which is empty or does not exist yet.")
  private Path out;

  @Option(names = "--days", paramLabel = "N", defaultValue = "365",
      description = "For how long the certificates are valid, 1 to 3650 (default: 365). A new authority is valid for 3650.")
  private int days;

  @Option(names = "--ca", paramLabel = "DIR", description = "The folder of an existing authority that signs (default: a new one is made).")
  private @Nullable Path authorityFolder;

  @Option(names = "--host", paramLabel = "NAME|IP", split = ",",
      description = {"Names and addresses of the controllers' hosts, for browsers and Prometheus, with commas between or several times;",
          "besides this machine's name, localhost and 127.0.0.1, which are always in the controller's certificate."})
  private List<String> hosts = List.of();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    if (days < 1 || days > AUTHORITY_DAYS) {
      throw new ParameterException(spec.commandLine(), "--days: expected 1 to " + AUTHORITY_DAYS + ", got " + days);
    }
    try {
      checkEmpty();
      HostNames host = ControllerHost.names(hosts);
      Map<Path, PeerIdentity> owners = owners();
      Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
      CertificateAuthority authority = authorityFolder == null
          ? CertificateAuthority.create("Terra authority", new Validity(now.minus(BEFORE_NOW), now.plus(AUTHORITY_DAYS, ChronoUnit.DAYS)))
          : CertificateAuthority.load(authorityFolder);
      Instant until = now.plus(days, ChronoUnit.DAYS);
      checkAuthority(authority, until);
      if (authorityFolder == null) {
        authority.save(out.resolve("ca"));
      }
      Validity validity = new Validity(now.minus(BEFORE_NOW), until);
      for (Map.Entry<Path, PeerIdentity> owner : owners.entrySet()) {
        HostNames names = owner.getValue().equals(PeerIdentity.controller()) ? host : HostNames.NONE;
        IssuedCertificate issued = authority.issue(owner.getValue().uri(), names, validity);
        issued.save(owner.getKey());
      }
      print(owners, until);
      return 0;
    } catch (IOException | ConfigException | IllegalArgumentException e) {
      spec.commandLine().getErr().println("certs: " + Failures.inWords(e));
      return 1;
    }
  }

  private void checkEmpty() throws IOException {
    if (!Files.exists(out)) {
      return;
    }
    if (!Files.isDirectory(out)) {
      throw new IOException(out + " is no folder");
    }
    try (Stream<Path> files = Files.list(out)) {
      if (files.findAny().isPresent()) {
        throw new IOException(out + " is not empty, and nothing is overwritten; name another folder");
      }
    }
  }

  private void checkAuthority(CertificateAuthority authority, Instant until) throws IOException {
    Instant end = authority.certificate().getNotAfter().toInstant();
    if (until.isAfter(end)) {
      throw new IOException(
          "the authority in " + authorityFolder + " is valid until " + end + " only; say fewer --days, or make a new one");
    }
  }

  private Map<Path, PeerIdentity> owners() {
    Map<Path, PeerIdentity> owners = new LinkedHashMap<>();
    owners.put(out.resolve("controller"), PeerIdentity.controller());
    owners.put(out.resolve("client"), PeerIdentity.client(CLIENT));
    owners.put(out.resolve("admin"), PeerIdentity.admin(CLIENT));
    Topologies.load(topology).sites().forEach(site -> {
      owners.put(out.resolve("sites").resolve(site.id().name()), PeerIdentity.site(site.id().name()));
      owners.put(out.resolve("nodes").resolve(site.id().name()), PeerIdentity.node(site.id().name()));
    });
    return owners;
  }

  private void print(Map<Path, PeerIdentity> owners, Instant until) {
    PrintWriter writer = spec.commandLine().getOut();
    Path ca = authorityFolder == null ? out.resolve("ca") : authorityFolder;
    if (json) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      object.put("authority", ca.toString()).put("validUntil", until.toString());
      ArrayNode certificates = object.putArray("certificates");
      owners.forEach((folder, identity) ->
          certificates.addObject().put("identity", identity.uri()).put("folder", folder.toString()));
      writer.println(object);
    } else {
      owners.forEach((folder, identity) -> writer.println(identity + "  " + folder));
      writer.println("valid until " + until + ", signed by " + ca + (authorityFolder == null ? " (new; keep it to yourself)" : ""));
    }
    writer.flush();
  }
}
