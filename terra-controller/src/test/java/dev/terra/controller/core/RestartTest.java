package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.controller.view.AgentFigures;
import dev.terra.controller.view.BundleFigures;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.ShuffleFigures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Tests that a restarted controller has the state of the previous one again, once agents have repeated all their reports in any order. */
class RestartTest {
  private static final List<String> SITES = List.of("A", "B", "C");

  /** An agent with its latest report on each subject, all of which it repeats on every new stream. */
  private static final class Agent {
    private final long stream;
    private final Map<String, Consumer<Harness>> words = new LinkedHashMap<>();

    Agent(int site) {
      this.stream = site + 1L;
    }

    void says(String about, Consumer<Harness> word) {
      words.remove(about);
      words.put(about, word);
    }

    void sayAll(Harness harness, Random random) {
      List<Consumer<Harness>> all = new ArrayList<>(words.values());
      Collections.shuffle(all, random);
      all.forEach(word -> word.accept(harness));
    }
  }

  private static int siteOf(String shuffle, int reducer) {
    return Math.floorMod(shuffle.hashCode() + reducer, 3);
  }

  private static void live(Harness harness, List<Agent> agents, Random random, int steps) {
    for (int step = 0; step < steps; step++) {
      int who = random.nextInt(3);
      Agent agent = agents.get(who);
      String shuffle = "job_" + random.nextInt(4);
      String to = SITES.get((who + 1 + random.nextInt(2)) % 3);
      int reducer = random.nextInt(3);
      long[] numbers = {random.nextInt(100_000), random.nextInt(100_000), random.nextInt(1_000)};
      boolean up = random.nextInt(4) > 0;
      String about = List.of("produced ", "placed " + reducer, "progress " + to, "tunnel", "described ").get(random.nextInt(5));
      Consumer<Harness> word = switch (about.split(" ")[0]) {
        case "produced" -> controller -> controller.produced(agent.stream, shuffle, numbers[0], numbers[1], numbers[2]);
        case "progress" -> controller ->
            controller.progress(agent.stream, shuffle, to, numbers[0], numbers[2], numbers[1] % 2 == 0 ? 0 : numbers[2]);
        case "placed" -> controller -> controller.placed(agent.stream, shuffle, reducer, SITES.get(siteOf(shuffle, reducer)));
        case "tunnel" -> controller -> controller.tunnel(agent.stream, up, SITES.get(who), to);
        default -> controller -> controller.describe(agent.stream, shuffle, "group of " + shuffle);
      };
      agent.says(about.equals("tunnel") ? about + to : about + shuffle, word);
      word.accept(harness);
    }
  }

  /** Returns the part of a view that does not depend on when reports arrived. */
  private static Map<String, String> known(ControllerView view) {
    Map<String, String> known = new TreeMap<>();
    view.running().forEach((id, shuffle) -> known.put(id.value(), known(shuffle)));
    view.agents().forEach((site, agent) -> known.put(site.name(), known(agent)));
    view.links().forEach((id, link) -> known.put(id.toString(), link.up() + " " + link.reason()));
    return known;
  }

  private static String known(ShuffleFigures shuffle) {
    return shuffle.descriptor() + " " + shuffle.producedBytes() + " " + shuffle.unplacedBytes() + " " + shuffle.sameSiteBytes() + " "
        + shuffle.bundles().stream().map(RestartTest::known).toList();
  }

  private static String known(BundleFigures bundle) {
    return bundle.from() + ">" + bundle.to() + " " + bundle.expectedBytes() + " " + bundle.acknowledgedBytes() + " "
        + bundle.withdrawnBytes() + " " + bundle.requestedBytes();
  }

  private static String known(AgentFigures agent) {
    return agent.live() + " " + agent.tunnels();
  }

  @Property(tries = 40)
  void whatAgentsHoldIsKnownAgain(@ForAll @LongRange(max = 1_000_000) long seed) {
    Random random = new Random(seed);
    List<Agent> agents = List.of(new Agent(0), new Agent(1), new Agent(2));
    Harness before = new Harness();
    before.helloAll();
    before.at(100);
    live(before, agents, random, 60);
    before.tick();

    Harness after = new Harness();
    after.helloAll();
    after.at(100);
    List<Agent> anyOrder = new ArrayList<>(agents);
    Collections.shuffle(anyOrder, random);
    anyOrder.forEach(agent -> agent.sayAll(after, random));
    after.tick();

    assertThat(known(after.state.view(after.nowNanos))).isEqualTo(known(before.state.view(before.nowNanos)));
    before.round();
    after.round();
    assertThat(after.demands()).as("and the policy is shown the same").isEqualTo(before.demands());
    for (long stream = 1; stream <= 3; stream++) {
      assertThat(after.ratesOf(stream)).isEqualTo(before.ratesOf(stream));
    }
  }

  @Property(tries = 40)
  void anAgentThatComesBackIsKnownAgainToo(@ForAll @LongRange(max = 1_000_000) long seed) {
    Random random = new Random(seed);
    List<Agent> agents = List.of(new Agent(0), new Agent(1), new Agent(2));
    Harness harness = new Harness();
    harness.helloAll();
    harness.at(100);
    live(harness, agents, random, 40);
    harness.tick();
    Map<String, String> before = known(harness.state.view(harness.nowNanos));

    int who = random.nextInt(3);
    harness.state.streamEnded(who + 1, "gone", harness.nowNanos);
    harness.hello(who + 1, SITES.get(who));
    agents.get(who).sayAll(harness, random);
    harness.at(200);
    harness.tick();

    assertThat(known(harness.state.view(harness.nowNanos))).isEqualTo(before);
  }

  @Test
  void theFirstEpochOfAStreamIsTheWholePlan() {
    Harness harness = new Harness();
    harness.helloAll();
    harness.produced(1, "job", 1000L);
    harness.placed(2, "job", 0, "B");
    harness.round();
    Map<String, Map<String, Double>> told = harness.ratesOf(1);
    assertThat(told).isNotEmpty();

    harness.hello(11, "A");
    harness.produced(11, "job", 1000L);
    harness.round();

    assertThat(harness.to(11).stream().filter(message -> message.hasEpoch()).findFirst().orElseThrow().getEpoch().getFull()).isTrue();
    assertThat(harness.ratesOf(11)).isEqualTo(told);
  }
}
