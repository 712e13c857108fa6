package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.controller.core.shuffle.ProgressBook;
import dev.terra.controller.view.BundleFigures;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Tests that, after any reports in any order, the controller's figures of shuffles agree with a table of the latest reports. */
class VolumesModelTest {
  private static final List<String> SITES = List.of("A", "B", "C");
  private static final int REDUCERS = 3;

  /** One shuffle as a table of the latest report of each agent. */
  private static final class Table {
    private final Map<String, long[]> produced = new TreeMap<>();
    private final Map<String, Set<String>> carriedTo = new TreeMap<>();
    private final Map<Integer, String> places = new TreeMap<>();
    private final Map<String, long[]> done = new TreeMap<>();
    /** The sites whose agents have reported the shuffle. Only these agents may report its end. */
    private final Set<String> told = new TreeSet<>();
    private boolean ended;

    long sum(String from, String to) {
      long sum = 0;
      long[] bytes = produced.getOrDefault(from, new long[0]);
      for (int reducer = 0; reducer < bytes.length; reducer++) {
        sum += to.equals(places.getOrDefault(reducer, "")) ? bytes[reducer] : 0;
      }
      return sum;
    }

    long all() {
      return produced.values().stream().flatMapToLong(Arrays::stream).sum();
    }

    boolean bypassed(String from, String to) {
      return carriedTo.containsKey(from) && !carriedTo.get(from).contains(to);
    }

    void forget(String site) {
      produced.remove(site);
      carriedTo.remove(site);
      done.keySet().removeIf(pair -> pair.startsWith(site));
    }
  }

  private final Map<String, Table> tables = new TreeMap<>();
  private final Map<String, Long> streams = new TreeMap<>();
  private final Set<String> live = new HashSet<>();
  private Harness harness;
  private Random random;

  private void begin(long seed) {
    harness = new Harness();
    random = new Random(seed);
    tables.clear();
    live.clear();
    for (int site = 0; site < 3; site++) {
      streams.put(SITES.get(site), site + 1L);
      harness.hello(site + 1, SITES.get(site));
      live.add(SITES.get(site));
    }
  }

  private String any(List<String> names) {
    return names.get(random.nextInt(names.size()));
  }

  private void happen() {
    String site = any(SITES);
    long stream = streams.get(site);
    String shuffle = "job_" + random.nextInt(3);
    Table table = tables.computeIfAbsent(shuffle, name -> new Table());
    switch (live.contains(site) ? random.nextInt(10) : 9) {
      case 0, 1, 2 -> produce(stream, site, shuffle, table);
      case 3, 4 -> place(stream, site, shuffle, table);
      case 5, 6 -> progress(stream, site, shuffle, table);
      case 7 -> end(stream, site, shuffle, table);
      case 8 -> {
        harness.state.streamEnded(stream, "gone", harness.nowNanos);
        live.remove(site);
      }
      default -> {
        streams.put(site, stream + 3);
        harness.hello(stream + 3, site);
        live.add(site);
        tables.values().stream().filter(each -> !each.ended).forEach(each -> each.forget(site));
      }
    }
  }

  private void produce(long stream, String site, String shuffle, Table table) {
    Long[] bytes = new Long[1 + random.nextInt(REDUCERS)];
    Arrays.setAll(bytes, reducer -> (long) random.nextInt(1000));
    Set<String> to = random.nextInt(4) == 0 ? Set.of(any(SITES)) : Set.of();
    if (to.isEmpty()) {
      harness.produced(stream, shuffle, bytes);
    } else {
      harness.carried(stream, shuffle, List.copyOf(to), bytes);
    }
    if (!table.ended) {
      table.told.add(site);
      table.produced.put(site, Arrays.stream(bytes).mapToLong(Long::longValue).toArray());
      table.carriedTo.remove(site);
      if (!to.isEmpty()) {
        table.carriedTo.put(site, to);
      }
    }
  }

  private void place(long stream, String site, String shuffle, Table table) {
    int reducer = random.nextInt(REDUCERS);
    String where = any(SITES);
    harness.placed(stream, shuffle, reducer, where);
    if (!table.ended) {
      table.told.add(site);
      table.places.put(reducer, where);
    }
  }

  private void progress(long stream, String site, String shuffle, Table table) {
    String to = any(SITES);
    long[] done = {random.nextInt(1000), random.nextInt(100), random.nextInt(3) == 0 ? random.nextInt(100) : 0, random.nextInt(500)};
    harness.progress(stream, shuffle, to, new ProgressBook.Done(done[0], done[1], done[2], 0, done[3]));
    if (!table.ended && !to.equals(site)) {
      table.told.add(site);
      table.done.put(site + to, done);
    }
  }

  private void end(long stream, String site, String shuffle, Table table) {
    if (random.nextInt(5) == 0 && harness.state.view(harness.nowNanos).running().containsKey(new ShuffleId(shuffle))) {
      harness.ended(stream, shuffle);
      table.ended = table.told.contains(site);
    }
  }

  private void check() {
    ControllerView view = harness.state.view(harness.nowNanos);
    tables.forEach((name, table) -> {
      ShuffleFigures running = view.running().get(new ShuffleId(name));
      assertThat(view.ended().containsKey(new ShuffleId(name))).as(name).isEqualTo(table.ended);
      if (running != null) {
        check(running, table);
      }
    });
  }

  private static void check(ShuffleFigures shuffle, Table table) {
    assertThat(shuffle.producedBytes()).as("%s produced", shuffle.id()).isEqualTo(table.all());
    long sameSite = SITES.stream().mapToLong(site -> table.sum(site, site)).sum();
    assertThat(shuffle.sameSiteBytes()).isEqualTo(sameSite);
    long placed = 0;
    Map<String, BundleFigures> bundles = new TreeMap<>();
    shuffle.bundles().forEach(bundle -> bundles.put(bundle.from().name() + bundle.to().name(), bundle));
    for (String from : SITES) {
      for (String to : SITES) {
        if (!from.equals(to)) {
          placed += table.sum(from, to);
          check(bundles.get(from + to), table, from, to);
        }
      }
    }
    assertThat(shuffle.unplacedBytes()).isEqualTo(table.all() - sameSite - placed);
  }

  private static void check(BundleFigures bundle, Table table, String from, String to) {
    long[] done = table.done.get(from + to);
    if (bundle == null) {
      assertThat(table.sum(from, to)).as(from + to).isZero();
      assertThat(done).isNull();
      return;
    }
    assertThat(bundle.expectedBytes() - bundle.movedBytes()).as(from + to).isEqualTo(table.sum(from, to));
    long gone = done == null ? 0 : done[0] + done[1];
    assertThat(bundle.leftBytes()).as("%s: however often reducers move", from + to)
        .isEqualTo(Math.max(done == null ? 0 : done[3], Math.max(0, table.sum(from, to) - gone)));
    assertThat(bundle.acknowledgedBytes()).isEqualTo(done == null ? 0 : done[0]);
    assertThat(bundle.withdrawnBytes()).isEqualTo(done == null ? 0 : done[1]);
    assertThat(bundle.requestedBytes()).isEqualTo(done == null ? 0 : done[2]);
    assertThat(bundle.bypassed()).isEqualTo(table.bypassed(from, to));
  }

  /** Checks the policy's input after a round: for bundles between live sites, the bytes that are left or requested. */
  private void checkDemands() {
    Map<String, Double> wanted = new TreeMap<>();
    harness.state.view(harness.nowNanos).running().forEach((id, shuffle) -> shuffle.bundles().forEach(bundle -> {
      long left = bundle.bypassed() ? 0 : bundle.leftBytes();
      double open = Math.max(left, bundle.requestedBytes());
      if (open > 0 && live.contains(bundle.from().name()) && live.contains(bundle.to().name())) {
        wanted.put(id + ":" + bundle.from() + bundle.to(), open);
      }
    }));
    if (!wanted.isEmpty()) {
      assertThat(harness.demands()).isEqualTo(wanted);
    }
  }

  @Property(tries = 60)
  void theLastWordCounts(@ForAll long seed) {
    begin(seed);
    for (int step = 0; step < 80; step++) {
      harness.at(10 + step * 0.1);
      happen();
      check();
      if (random.nextInt(8) == 0) {
        harness.round();
        checkDemands();
      }
    }
  }
}
