package dev.terra.rest.read;

import com.google.common.collect.ImmutableList;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Coordinates;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkChoice;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.rest.api.ApiModule;
import dev.terra.rest.api.Call;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Listing;
import dev.terra.rest.api.Parameter;
import dev.terra.rest.api.Problem;
import dev.terra.rest.rows.AgentRow;
import dev.terra.rest.rows.CacheRow;
import dev.terra.rest.rows.ClassRow;
import dev.terra.rest.rows.HandlerRow;
import dev.terra.rest.rows.LinkDetailRow;
import dev.terra.rest.rows.LinkRow;
import dev.terra.rest.rows.PathRow;
import dev.terra.rest.rows.SiteRow;
import dev.terra.rest.rows.TopologyRow.TopologyLink;
import dev.terra.rest.rows.TopologyRow.TopologySite;
import dev.terra.rest.rows.TopologyRow;
import dev.terra.rest.rows.TunnelRow;
import dev.terra.schedule.path.PathRules;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Endpoints about the network: topology, sites, links, tunnels, paths, agents. */
public final class NetworkEndpoints implements ApiModule {
  private final ViewFollower follower;
  private final TopologyRow topology;
  private final Wan wan;
  private final WanNames names;

  /** Creates the endpoints over one controller. */
  public NetworkEndpoints(ViewFollower follower) {
    this.follower = follower;
    this.wan = follower.controller().settings().wan();
    this.names = new WanNames(wan);
    this.topology = topology(wan);
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get("/topology").summary("The WAN of the topology file.").answers(TopologyRow.class, call -> topology),
        Endpoint.get("/sites").summary("All sites.").lists(SiteRow.class, this::sites),
        Endpoint.get("/sites/{site}").summary("A site.").with(Parameter.inPath("site", "Its id."))
            .answers(SiteRow.class, call -> site(follower.rows(), known(call.text("site")))),
        Endpoint.get("/links").summary("All links, each in one direction.")
            .with(Parameter.oneOf("state", "Only items in this state.", "up", "degraded", "down", "unknown"),
                Parameter.text("site", "Only links that begin or end at this site."))
            .problems(404).lists(LinkRow.class, this::links),
        Endpoint.get("/links/{link}").summary("One direction of a link and what uses it.")
            .with(Parameter.inPath("link", "The link's id, such as NY:LA."))
            .answers(LinkDetailRow.class, this::link),
        Endpoint.get("/tunnels").summary("Tunnels that agents have reported.")
            .with(Parameter.text("from", "Only items that begin at this site."), Parameter.text("to", "Only items that end at this site."),
                Parameter.text("link", "Only tunnels over this link, such as NY:LA, or NY::LA for both directions."),
                Parameter.oneOf("state", "Only items in this state.", "up", "down", "unknown"))
            .lists(TunnelRow.class, this::tunnels),
        Endpoint.get("/classes").summary("Latency classes with a promise between two sites about which handlers have sent reports.")
            .with(Parameter.text("from", "Only items that begin at this site."), Parameter.text("to", "Only items that end at this site."),
                Parameter.oneOf("state", "Only items in this state.", "kept", "missed", "unknown"))
            .problems(404).lists(ClassRow.class, this::classes),
        Endpoint.get("/paths").summary("The paths between two sites.")
            .with(Parameter.text("from", "The site where the paths begin.").needed(),
                Parameter.text("to", "The site where the paths end.").needed())
            .problems(404).lists(PathRow.class, this::paths),
        Endpoint.get("/agents").summary("Agents, one item for each site.")
            .with(Parameter.oneOf("state", "Only items in this state.", "live", "lost", "expected"))
            .lists(AgentRow.class, this::agents),
        Endpoint.get("/caches").summary("Caches of agents, which keep segments that several readers of their sites read.")
            .lists(CacheRow.class, call -> follower.rows().listing(follower.rows().caches())),
        Endpoint.get("/handlers").summary("Shuffle handlers that agents have reported, with the reasons of those that are stock.")
            .with(Parameter.text("site", "Only handlers of this site."),
                Parameter.oneOf("state", "Only items in this state.", "terra", "stock"))
            .lists(HandlerRow.class, this::handlers),
        Endpoint.get("/agents/{site}").summary("A site's agent.").with(Parameter.inPath("site", "The site's id."))
            .answers(AgentRow.class, call -> agent(known(call.text("site")))));
  }

  private static TopologyRow topology(Wan wan) {
    return new TopologyRow(wan.name(), wan.sites().stream().map(NetworkEndpoints::site).toList(),
        wan.links().stream().map(NetworkEndpoints::link).toList());
  }

  private static TopologySite site(Site site) {
    return new TopologySite(site.id().name(), site.city(), site.coordinates().map(Coordinates::latitude).orElse(null),
        site.coordinates().map(Coordinates::longitude).orElse(null), site.hosts(), site.subnets(),
        site.caps().egress().map(Bandwidth::bytesPerSecond).orElse(null),
        site.caps().ingress().map(Bandwidth::bytesPerSecond).orElse(null));
  }

  private static TopologyLink link(Link link) {
    Double price = link.egressUsdPerGigabyte().isPresent() ? link.egressUsdPerGigabyte().getAsDouble() : null;
    return new TopologyLink(link.id().toString(), link.id().from().name(), link.id().to().name(), link.capacity().bytesPerSecond(),
        link.latency().toNanos() / 1e6, price);
  }

  private SiteId known(String name) {
    return wan.sites().stream().map(Site::id).filter(id -> id.name().equals(name)).findFirst()
        .orElseThrow(() -> Problem.notFound("no site '" + name + "' in " + wan.name() + "; GET /api/v1/topology lists its sites"));
  }

  private Listing<SiteRow> sites(Call call) {
    ViewRows rows = follower.rows();
    return rows.listing(wan.sites().stream().map(site -> site(rows, site.id())).toList());
  }

  private SiteRow site(ViewRows rows, SiteId id) {
    TopologySite site = site(wan.site(id).orElseThrow());
    double out = rows.view().running().values().stream().flatMap(shuffle -> shuffle.bundles().stream())
        .filter(bundle -> bundle.from().equals(id)).mapToDouble(bundle -> bundle.bytesPerSecond()).sum();
    double in = rows.view().running().values().stream().flatMap(shuffle -> shuffle.bundles().stream())
        .filter(bundle -> bundle.to().equals(id)).mapToDouble(bundle -> bundle.bytesPerSecond()).sum();
    return new SiteRow(site.id(), site.city(), site.latitude(), site.longitude(), site.hosts(), agent(id),
        rows.view().operator().drainedSites().contains(id), out, in,
        wan.linksFrom(id).stream().map(link -> link.id().toString()).toList());
  }

  private Listing<LinkRow> links(Call call) {
    ViewRows rows = follower.rows();
    Optional<SiteId> site = call.find("site").map(this::known);
    return rows.listing(rows.links().stream()
        .filter(link -> call.find("state").map(link.state()::equals).orElse(true))
        .filter(link -> site.map(SiteId::name).map(name -> name.equals(link.from()) || name.equals(link.to())).orElse(true)).toList());
  }

  private LinkDetailRow link(Call call) {
    LinkChoice link = names.link(call);
    if (link.bothDirections()) {
      throw Problem.notFound("expected one direction of a link: " + link.link() + " or " + link.link().reversed() + ", got " + link);
    }
    return follower.rows().link(link.link()).orElseThrow();
  }

  private SiteId different(Call call) {
    if (call.text("from").equals(call.text("to"))) {
      throw Problem.notFound("a link joins two different sites, got " + call.text("from") + " twice");
    }
    return known(call.text("to"));
  }

  private Listing<ClassRow> classes(Call call) {
    ViewRows rows = follower.rows();
    Optional<SiteId> from = call.find("from").map(this::known);
    Optional<SiteId> to = call.find("to").map(this::known);
    return rows.listing(rows.classes().stream()
        .filter(row -> call.find("state").map(row.state()::equals).orElse(true))
        .filter(row -> from.map(SiteId::name).map(row.from()::equals).orElse(true))
        .filter(row -> to.map(SiteId::name).map(row.to()::equals).orElse(true)).toList());
  }

  private Listing<TunnelRow> tunnels(Call call) {
    ViewRows rows = follower.rows();
    Optional<List<LinkId>> over = names.over(call);
    Optional<SiteId> to = call.find("to").map(this::known);
    return rows.listing(rows.tunnels(call.find("from").map(this::known).orElse(null), over.orElse(null)).stream()
        .filter(tunnel -> call.find("state").map(tunnel.state()::equals).orElse(true))
        .filter(tunnel -> to.map(SiteId::name).map(tunnel.to()::equals).orElse(true)).toList());
  }

  private Listing<PathRow> paths(Call call) {
    ViewRows rows = follower.rows();
    SiteId from = known(call.text("from"));
    SiteId to = different(call);
    PathRules rules = rows.view().operator().rules();
    var network = follower.controller().settings().network();
    List<Path> planned = network.paths().paths(network.planned(), rules).apply(from, to);
    Set<Path> all = new LinkedHashSet<>(planned);
    rules.forbiddenPaths().stream().filter(path -> path.from().equals(from) && path.to().equals(to)).forEach(all::add);
    return rows.listing(all.stream().map(path -> path(rows, path, planned.contains(path), rules.forbiddenPaths().contains(path))).toList());
  }

  private PathRow path(ViewRows rows, Path path, boolean planned, boolean forbidden) {
    List<Link> links = path.links().stream().map(id -> wan.link(id).orElseThrow()).toList();
    ImmutableList<String> states = links.stream().map(link -> rows.link(link.id()).orElseThrow().link().state())
        .collect(ImmutableList.toImmutableList());
    String state = states.contains("down") ? "down" : states.contains("unknown") ? "unknown" : "up";
    return new PathRow(path.toString(), ShuffleRows.sites(path),
        links.stream().mapToDouble(link -> link.latency().toNanos() / 1e6).sum(),
        links.stream().mapToDouble(link -> link.capacity().bytesPerSecond()).min().orElse(0), planned, forbidden, state);
  }

  private Listing<HandlerRow> handlers(Call call) {
    ViewRows rows = follower.rows();
    Optional<String> site = call.find("site").map(this::known).map(SiteId::name);
    return rows.listing(rows.handlers().stream()
        .filter(handler -> call.find("state").map(handler.state()::equals).orElse(true))
        .filter(handler -> site.map(handler.site()::equals).orElse(true)).toList());
  }

  private Listing<AgentRow> agents(Call call) {
    ViewRows rows = follower.rows();
    return rows.listing(rows.agents().stream().filter(agent -> call.find("state").map(agent.state()::equals).orElse(true)).toList());
  }

  private AgentRow agent(SiteId site) {
    return follower.rows().agents().get(wan.indexOf(site));
  }
}
