package dev.terra.lab.bed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.Streams;
import dev.terra.core.wan.Wan;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.os.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Terra on a testbed without YARN. It is started and ended here; methods wait for its tunnels and have it move bytes. */
public final class TestbedTerra {
  /** The time for all tunnels to open. This takes a few round trips, and longer where many tunnels share few cores. */
  private static final Duration TUNNELS_PATIENCE = Duration.ofMinutes(2);
  private static final Duration STATUS_PATIENCE = Duration.ofSeconds(30);
  private static final long POLL_MILLIS = 500;
  private static final int CLIENT_MEGABYTES = 256;
  private static final int AGENT_MEGABYTES = 256;
  /**
   * The most tunnels on one machine, where each of them is probed. All to all, two paths for each pair reach the
   * optimum of all paths on swan, abilene and att, and three on google-b4.
   */
  private static final int MAX_TUNNELS = 450;

  private final Testbed testbed;
  private final TerraSetup size;
  private final Consumer<String> progress;

  /** Makes Terra of a given size on a testbed. */
  public TestbedTerra(Testbed testbed, TerraSetup size, Consumer<String> progress) {
    this.testbed = testbed;
    this.size = size;
    this.progress = progress;
  }

  /** Returns the size that one machine can afford for a WAN: the more sites, the fewer paths for each pair, but at least two. */
  public static TerraSetup affordable(Wan wan) {
    int pairs = Math.max(1, wan.sites().size() * (wan.sites().size() - 1));
    return new TerraSetup(AGENT_MEGABYTES, Math.max(2, Math.min(TerraSetup.USUAL.pathsPerPair(), MAX_TUNNELS / pairs)));
  }

  /** Returns the testbed. */
  public Testbed testbed() {
    return testbed;
  }

  /** Returns the size of Terra's processes. */
  public TerraSetup size() {
    return size;
  }

  /** Starts controller and agents and waits until all tunnels are up. */
  public void start() throws IOException {
    testbed.processes().startTerra(size, progress);
    awaitTunnels();
  }

  /** Archives the classes that the controller and the agents have loaded so far, so that later processes start with them. */
  public void makeArchive() {
    testbed.processes().makeTerraArchive(progress);
  }

  /** Ends the controller and the agents. */
  public void stop() {
    testbed.processes().stopTerra();
  }

  /**
   * Waits until all agents are present and all tunnels are up.
   *
   * @throws IOException if they are not in time
   */
  public void awaitTunnels() throws IOException {
    if (!Waiting.until(TUNNELS_PATIENCE, POLL_MILLIS, this::allTunnelsAreUp)) {
      throw new IOException("terra: not all tunnels were up after " + TUNNELS_PATIENCE.toSeconds() + " s (logs: "
          + testbed.directory().keptLogs() + ")");
    }
  }

  private boolean allTunnelsAreUp() {
    try {
      JsonNode agents = ask("status").path("agents");
      int perSite = testbed.processes().agentsPerSite();
      return agents.size() == testbed.addresses().sites().size() && Streams.stream(agents).allMatch(agent -> isUp(agent, perSite));
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns whether a site is up. With several agents, each of them has all tunnels. */
  static boolean isUp(JsonNode site, int agentsPerSite) {
    int tunnels = site.path("tunnels").asInt();
    JsonNode each = site.path("slices");
    return site.path("alive").asBoolean() && tunnels > 0 && site.path("tunnelsUp").asInt() == tunnels && (agentsPerSite == 1
        || (each.size() == agentsPerSite && Streams.stream(each).allMatch(agent -> agent.path("tunnelsUp").asInt() == tunnels)));
  }

  /**
   * Returns all shuffles that the controller remembers, as {@code ./terra shuffles --json} prints them.
   *
   * @throws IOException if the controller does not answer
   */
  public JsonNode shuffles() throws IOException {
    return ask("shuffles");
  }

  /**
   * Returns what {@code ./terra network} prints as JSON.
   *
   * @param words status or verify, and its options
   * @throws IOException if the controller does not answer
   */
  public JsonNode network(String... words) throws IOException {
    return ask(Stream.concat(Stream.of("network"), Stream.of(words)).toArray(String[]::new));
  }

  /**
   * Returns the output of {@code ./terra report --json} for the shuffles that the controller has seen.
   *
   * @throws IOException if the controller does not answer, or has seen none
   */
  public JsonNode report() throws IOException {
    // over HTTP, where the controller of this host is found without being named
    return answer("report", List.of("report", "--topology", testbed.directory().file("topology.yaml").toString(), "--json"));
  }

  /** Starts an operator's command over HTTP. */
  public Submission operate(List<String> words) throws IOException {
    return run(words.get(0), words);
  }

  private JsonNode ask(String... words) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.add("--json");
    arguments.addAll(controllerOptions());
    return answer(String.join("-", words), arguments);
  }

  private JsonNode answer(String name, List<String> arguments) throws IOException {
    try (Submission answer = run(name, arguments)) {
      if (!answer.await(STATUS_PATIENCE)) {
        throw new IOException("the controller does not answer");
      }
      return answer.printed();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (JsonProcessingException e) {
      throw new IOException("the controller did not answer to " + name, e);
    }
  }

  /**
   * Starts to move the bytes of a matrix; docs/use/submit.md describes its format.
   *
   * @param id unique, for file names
   */
  public Submission submit(String id, String matrix) throws IOException {
    return submit(id, List.of(matrix));
  }

  /** Submits several matrices at once. */
  public Submission submit(String id, List<String> matrices) throws IOException {
    return submit(id, matrices, List.of());
  }

  /** Submits several matrices at once, with further options of the command. */
  public Submission submit(String id, List<String> matrices, List<String> options) throws IOException {
    List<String> command = new ArrayList<>(List.of("submit", "--json"));
    command.addAll(options);
    for (int i = 0; i < matrices.size(); i++) {
      command.addAll(List.of("--matrix", testbed.directory().write("submit/" + id + "-" + i + ".json", matrices.get(i)).toString()));
    }
    command.addAll(controllerOptions());
    return run("submit-" + id, command);
  }

  private List<String> controllerOptions() {
    return Cluster.controllerOptions(testbed.directory(), testbed.addresses());
  }

  /** Runs a command beside the controller. */
  private Submission run(String name, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(Commands.terra(CLIENT_MEGABYTES));
    command.addAll(arguments);
    Path log = testbed.directory().file("log", "core-" + name + ".log");
    Files.createDirectories(log.getParent());
    return new Submission(testbed.command(testbed.addresses().core().name(), command),
        testbed.directory().file("log", "core-" + name + ".json"), log);
  }
}
