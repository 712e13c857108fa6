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

/** Terra on a testbed without YARN: starts and ends it, waits for its tunnels, has it move bytes. */
public final class TestbedTerra {
  /** All tunnels open within a few round trips; many of them take their time on few cores. */
  private static final Duration TUNNELS_PATIENCE = Duration.ofMinutes(2);
  private static final Duration STATUS_PATIENCE = Duration.ofSeconds(30);
  private static final long POLL_MILLIS = 500;
  private static final int CLIENT_MEGABYTES = 256;
  private static final int AGENT_MEGABYTES = 256;
  /**
   * On one machine, where each is probed. All to all, two paths for each pair reach the optimum of all paths on swan, abilene and att, and
   * three on google-b4.
   */
  private static final int MAX_TUNNELS = 450;

  private final Testbed testbed;
  private final TerraSetup size;
  private final Consumer<String> progress;

  /** Terra of this size on a testbed. */
  public TestbedTerra(Testbed testbed, TerraSetup size, Consumer<String> progress) {
    this.testbed = testbed;
    this.size = size;
    this.progress = progress;
  }

  /** What one machine can afford for a WAN: the more sites, the fewer paths for each pair, two at least. */
  public static TerraSetup affordable(Wan wan) {
    int pairs = Math.max(1, wan.sites().size() * (wan.sites().size() - 1));
    return new TerraSetup(AGENT_MEGABYTES, Math.max(2, Math.min(TerraSetup.USUAL.pathsPerPair(), MAX_TUNNELS / pairs)));
  }

  /** Where it is. */
  public Testbed testbed() {
    return testbed;
  }

  /** How large its processes are. */
  public TerraSetup size() {
    return size;
  }

  /** Starts controller and agents and waits until all tunnels are up. */
  public void start() throws IOException {
    testbed.processes().startTerra(size, progress);
    awaitTunnels();
  }

  /** What controller and agents have loaded so far will be there at once for those that are started later. */
  public void makeArchive() {
    testbed.processes().makeTerraArchive(progress);
  }

  /** Ends controller and agents. */
  public void stop() {
    testbed.processes().stopTerra();
  }

  /**
   * Waits until all agents are there and all tunnels up.
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

  /** Of several agents each has all tunnels. */
  static boolean isUp(JsonNode site, int agentsPerSite) {
    int tunnels = site.path("tunnels").asInt();
    JsonNode each = site.path("slices");
    return site.path("alive").asBoolean() && tunnels > 0 && site.path("tunnelsUp").asInt() == tunnels && (agentsPerSite == 1
        || (each.size() == agentsPerSite && Streams.stream(each).allMatch(agent -> agent.path("tunnelsUp").asInt() == tunnels)));
  }

  /**
   * What the controller says of all shuffles that it remembers, as {@code ./terra shuffles --json} prints it.
   *
   * @throws IOException if it does not answer
   */
  public JsonNode shuffles() throws IOException {
    return ask("shuffles");
  }

  /**
   * What {@code ./terra network} prints as JSON.
   *
   * @param words status or verify, and its options
   * @throws IOException if the controller does not answer
   */
  public JsonNode network(String... words) throws IOException {
    return ask(Stream.concat(Stream.of("network"), Stream.of(words)).toArray(String[]::new));
  }

  /**
   * What {@code ./terra report --json} says of the shuffles that the controller has seen.
   *
   * @throws IOException if it does not answer, or has seen none
   */
  public JsonNode report() throws IOException {
    // over HTTP, where the controller of this host is found without being named
    return answer("report", List.of("report", "--topology", testbed.directory().file("topology.yaml").toString(), "--json"));
  }

  /** Begins to do what an operator does, over HTTP: the words of a command. */
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
   * Starts to move what a matrix says; docs/use/submit.md describes it.
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
