package dev.terra.cli.topology;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.api.address.Subnet;
import dev.terra.cli.operate.ConnectionOptions;
import dev.terra.cli.operate.RestClient;
import dev.terra.cli.operate.RestFailure;
import dev.terra.config.ConfigException;
import dev.terra.core.failure.Failures;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.LinkPrice;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code topology init}: writes a topology file for some sites, checks it and draws it. */
@Command(name = "init", mixinStandardHelpOptions = true, description = {
    "Writes a topology file: sites with their subnets, and a link between each pair of sites.",
    "With --measured, links have the values that agents have measured. Without it they have 'capacity: measured', and agents measure "
        + "each for some seconds while nothing else uses it. With ONOS, use terra network import."})
final class TopologyInitCommand implements Callable<Integer> {
  private static final double MICROS_OF_ONE_WAY = 2_000;

  @Option(names = "--name", paramLabel = "NAME", defaultValue = "wan", description = "the WAN's name; default ${DEFAULT-VALUE}")
  private String name;

  @Option(names = "--site", paramLabel = "ID=CIDR[,CIDR...]", description = "a site with the networks of its hosts; any number of them")
  private List<String> sites = List.of();

  @Option(names = "--cloud", paramLabel = "PROVIDER:REGION=CIDR[,CIDR...]",
      description = "a region of a public cloud, such as aws:eu-west-1=10.1.0.0/16; latencies follow from distances")
  private List<String> regions = List.of();

  @Option(names = "--capacity", paramLabel = "RATE", defaultValue = "1 Gbps",
      description = "the capacity with which the measurement of unknown links begins; default ${DEFAULT-VALUE}")
  private String capacity;

  @Option(names = "--measured", description = "take the capacities and latencies that agents have measured, from the controller")
  private boolean measured;

  @Option(names = "--prices", paramLabel = "FILE",
      description = "a file with the price of a gigabyte between regions, in lines of source,destination,US dollars such as "
          + "aws:eu-west-1,gcp:us-east1,0.09")
  private @Nullable Path prices;

  @Option(names = "--out", required = true, paramLabel = "FILE", description = "the topology file, .yaml; it must not exist yet")
  private Path out;

  @Option(names = "--svg", paramLabel = "FILE", description = "also draw the WAN into this SVG file")
  private @Nullable Path svg;

  @Mixin
  private ConnectionOptions connection;

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    List<Site> all = Stream.concat(sites.stream().map(TopologyInitCommand::site), regions()).toList();
    if (all.size() < 2) {
      throw new ConfigException("expected at least two of --site and --cloud, got " + all.size());
    }
    if (Files.exists(out)) {
      throw new ConfigException(out, 0, "is there already; name another file with --out");
    }
    try {
      write(mesh().make(name, all));
      return 0;
    } catch (RestFailure e) {
      spec.commandLine().getErr().println("init: " + Failures.inWords(e));
      return e.exitCode().number();
    } catch (IllegalArgumentException e) {
      throw new ConfigException(Failures.inWords(e));
    }
  }

  private void write(Wan wan) throws IOException {
    Files.writeString(out, Topologies.toYaml(wan));
    Wan read = Topologies.load(out);
    TopologyDrawing drawing = new TopologyDrawing(read);
    if (svg != null) {
      Files.writeString(svg, drawing.svg());
    }
    PrintWriter text = spec.commandLine().getOut();
    text.print(drawing.text());
    text.println(out + " is written. Copy it to the controller and to every agent, then: terra check --config " + out);
    text.flush();
  }

  private static Site site(String text) {
    String[] parts = text.split("=", 2);
    try {
      return new Site(new SiteId(parts[0]), parts[0], Optional.empty(), 1, subnets(text, parts));
    } catch (IllegalArgumentException e) {
      throw new ConfigException("--site " + text + ": " + Failures.inWords(e));
    }
  }

  private static List<String> subnets(String text, String[] parts) {
    if (parts.length != 2 || parts[1].isBlank()) {
      throw new ConfigException("expected NAME=CIDR, such as HK=10.1.0.0/16, got '" + text + "'");
    }
    List<String> subnets = List.of(parts[1].split(","));
    try {
      subnets.forEach(Subnet::ipv4);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(text + ": " + Failures.inWords(e));
    }
    return subnets;
  }

  private Stream<Site> regions() {
    CloudRegions known = CloudRegions.load();
    return regions.stream().map(text -> text.split("=", 2)).map(parts -> known.site(parts[0], subnets(String.join("=", parts), parts)));
  }

  private MeshMaker mesh() throws RestFailure {
    MeshMaker mesh = new MeshMaker(Bandwidth.parse(capacity), prices());
    if (measured) {
      try (RestClient client = connection.open(System.getenv())) {
        client.get("/links", Map.of("limit", "1000")).path("items").forEach(link -> carried(mesh, link));
        client.get("/tunnels", Map.of("limit", "1000")).path("items").forEach(tunnel -> taken(mesh, tunnel));
      }
    }
    return mesh;
  }

  private Function<LinkId, LinkPrice> prices() {
    if (prices == null) {
      return link -> LinkPrice.UNKNOWN;
    }
    CloudPrices table = CloudPrices.read(prices);
    CloudRegions known = CloudRegions.load();
    Map<SiteId, String> names = new HashMap<>();
    regions.stream().map(text -> text.split("=", 2)[0]).forEach(name -> names.put(known.site(name, List.of()).id(), name));
    return link -> table.of(link, names);
  }

  private static void carried(MeshMaker mesh, JsonNode link) {
    if (link.path("measuredBytesPerSecond").isNumber()) {
      mesh.carries(LinkId.of(link.path("from").asText(), link.path("to").asText()), link.path("measuredBytesPerSecond").asDouble());
    }
  }

  /** Takes the latency of a link from its direct tunnel. */
  private static void taken(MeshMaker mesh, JsonNode tunnel) {
    List<String> path = new ArrayList<>();
    tunnel.path("path").forEach(site -> path.add(site.asText()));
    if (path.size() == 2 && tunnel.path("rttMicros").asDouble() > 0) {
      mesh.takes(LinkId.of(path.get(0), path.get(1)), tunnel.path("rttMicros").asDouble() / MICROS_OF_ONE_WAY);
    }
  }
}
