package dev.terra.cli.transfer;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableMap;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.SolverName;
import dev.terra.schedule.explain.GammaLimits;
import dev.terra.schedule.explain.LimitSearch;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.place.PlacementAdviser;
import dev.terra.schedule.place.ReducerPlacement;
import dev.terra.schedule.place.ReducerStage;
import dev.terra.schedule.place.RivalName;
import dev.terra.schedule.place.StagePlacement;
import dev.terra.schedule.policy.PolicyScheduler;
import dev.terra.topology.Topologies;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./terra place}: computes at which sites the reducers of a stage are best run. */
@Command(
    name = "place",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints at which sites the reducers of a stage are best run, and how long the shuffle then takes on a WAN by itself, beside the",
      "placement that the matrix has, and those of the programs of Iridium and Tetrium, which see one up- and one downlink of each site.",
      "Each reducer reads an equal part of every site's map output. Nothing is changed."
    },
    footer = {"",
      "Example: terra place --topology wan.yaml --matrix m.json --reducers 100 --slots NY=40 --slots LA=40 --task-seconds 3",
      "Exit codes: 0 there is a placement, 1 a file cannot be read or no site can be reached by all, 2 wrong arguments."})
public final class PlaceCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--topology", required = true, paramLabel = "FILE", description = "The WAN (.yaml or .gml).")
  private Path topology;

  @Option(names = "--matrix", required = true, paramLabel = "FILE",
      description = "The matrix of the stage, as for submit, transfers within a site included; only its bytes count.")
  private Path matrix;

  @Option(names = "--reducers", defaultValue = "100", paramLabel = "N", description = "Reducers of the stage (default 100).")
  private int reducers;

  @Option(names = "--slots", paramLabel = "SITE=N",
      description = "How many reducers a site can run at once; may be given several times. Other sites get none (default: all sites "
          + "alike).")
  private Map<String, Integer> slots = new TreeMap<>();

  @Option(names = "--task-seconds", defaultValue = "0", paramLabel = "S",
      description = "How long a reducer computes; the slots count only if this is above 0 (default 0: the shuffle alone decides).")
  private double taskSeconds;

  @Option(names = "--k", defaultValue = "10", paramLabel = "N", description = "Paths per pair of sites (default 10).")
  private int pathsPerPair;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() {
    OptionValue.check(spec, "--reducers", reducers >= 1 && reducers <= ReducerStage.MOST_REDUCERS, "1 to " + ReducerStage.MOST_REDUCERS,
        reducers);
    OptionValue.check(spec, "--task-seconds", taskSeconds >= 0 && Double.isFinite(taskSeconds), "a number of 0 or more", taskSeconds);
    PathRules rules = OptionValue.of(spec, "--k", () -> PathRules.atMost(pathsPerPair));
    Wan wan = Topologies.load(topology);
    MatrixBytes bytes = MatrixBytes.read(matrix, wan);
    PathSets paths = new PathSets(wan, rules);
    ReducerStage stage = new ReducerStage(bytes.bySender(), reducers, slots(wan), taskSeconds);
    ReducerPlacement placement = new ReducerPlacement(paths, wan, stage, PolicyScheduler.solver(SolverName.FAST));
    StagePlacement best = placement.best();
    Map<RivalName, StagePlacement> rivals = new EnumMap<>(RivalName.class);
    for (RivalName name : RivalName.values()) {
      rivals.put(name, placement.rival(name));
    }
    GammaLimits given = limits(paths, bytes.bundles());
    GammaLimits advised = limits(paths, PlacementAdviser.bundles(stage.outputBytes(), best.reducers()));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(json(best, given, advised, rivals).toPrettyString());
    } else {
      print(out, best, given, advised);
      rivals.forEach((name, rival) -> out.printf(Locale.ROOT, "as %s places them: %s, %s%.3f s%n", name, at(rival),
          best.computeSeconds() > 0 ? "with the shuffle " : "shuffle ", rival.seconds()));
    }
    out.flush();
    return 0;
  }

  private ImmutableMap<SiteId, Integer> slots(Wan wan) {
    if (slots.isEmpty()) {
      return wan.sites().stream().collect(ImmutableMap.toImmutableMap(site -> site.id(), site -> 1));
    }
    List<String> known = wan.sites().stream().map(site -> site.id().name()).toList();
    slots.forEach((site, count) -> {
      OptionValue.check(spec, "--slots", known.contains(site), "sites of " + wan.name() + ", " + known, site);
      OptionValue.check(spec, "--slots", count > 0, "a number above 0 for " + site, count);
    });
    return slots.entrySet().stream().collect(ImmutableMap.toImmutableMap(entry -> new SiteId(entry.getKey()), Map.Entry::getValue));
  }

  private static GammaLimits limits(PathSets paths, List<BundleDemand> bundles) {
    ShuffleDemand shuffle = ShuffleDemand.of(new ShuffleId("stage"), 0, bundles);
    return new LimitSearch(paths, PolicyScheduler.solver(SolverName.FAST)).limits(paths.wan(), shuffle);
  }

  private static String links(GammaLimits limits) {
    return limits.named().stream().map(Object::toString).sorted().collect(Collectors.joining(", "));
  }

  private static String at(StagePlacement placement) {
    return placement.reducers().entrySet().stream().map(entry -> entry.getKey() + " " + entry.getValue()).collect(Collectors.joining(", "));
  }

  private static void print(PrintWriter out, StagePlacement best, GammaLimits given, GammaLimits advised) {
    out.printf(Locale.ROOT, "reducers at %s%n", at(best));
    out.printf(Locale.ROOT, "shuffle: %.3f s%s%n", best.shuffleSeconds(), limitedBy(advised));
    out.printf(Locale.ROOT, "shuffle as the matrix places them: %.3f s%s%n", given.gammaSeconds(), limitedBy(given));
    if (best.computeSeconds() > 0) {
      out.printf(Locale.ROOT, "reducers: %.3f s, with the shuffle %.3f s%n", best.computeSeconds(), best.seconds());
    }
    out.printf(Locale.ROOT, "no placement takes less than %.3f s%n", best.boundSeconds());
  }

  private static String limitedBy(GammaLimits limits) {
    String links = links(limits);
    return links.isEmpty() ? "" : ", limited by " + links;
  }

  private static ObjectNode json(StagePlacement best, GammaLimits given, GammaLimits advised, Map<RivalName, StagePlacement> rivals) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ObjectNode counts = root.putObject("reducers");
    best.reducers().forEach((site, count) -> counts.put(site.name(), count));
    root.put("shuffleSeconds", best.shuffleSeconds()).put("computeSeconds", best.computeSeconds()).put("boundSeconds", best.boundSeconds());
    advised.named().stream().map(Object::toString).sorted().forEach(root.putArray("limitedBy")::add);
    root.put("givenShuffleSeconds", given.gammaSeconds());
    given.named().stream().map(Object::toString).sorted().forEach(root.putArray("givenLimitedBy")::add);
    ObjectNode others = root.putObject("rivalSeconds");
    rivals.forEach((name, rival) -> others.put(name.toString(), rival.seconds()));
    return root;
  }
}
