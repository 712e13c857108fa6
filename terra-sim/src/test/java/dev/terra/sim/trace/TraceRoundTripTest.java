package dev.terra.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.terra.config.ConfigException;
import dev.terra.core.wan.SiteId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that what is written in any of the formats is read again unchanged. What cannot be read is reported, and does not affect the rest.
 */
class TraceRoundTripTest {
  private static final List<SiteId> SITES = List.of(new SiteId("HK"), new SiteId("LA"), new SiteId("NY"));

  private static Trace parse(String name, String text) {
    return Traces.parse(Path.of(name), text, SITES);
  }

  /**
   * Returns a job of random shape: stages at random sites, shuffles to later stages with a total or a matrix, with and without deadlines
   * and times.
   */
  private static TraceJob job(Random random, int number, boolean rich) {
    List<Stage> stages = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(5); i++) {
      Map<SiteId, Integer> tasks = new TreeMap<>();
      SITES.subList(0, 1 + random.nextInt(SITES.size())).forEach(site -> tasks.put(site, 1 + random.nextInt(4)));
      boolean timed = rich && random.nextBoolean();
      stages.add(new Stage("s" + i, tasks, timed ? OptionalDouble.of(random.nextInt(100) / 8.0) : OptionalDouble.empty()));
    }
    List<TraceShuffle> shuffles = new ArrayList<>();
    for (int to = 1; to < stages.size(); to++) {
      OptionalDouble deadline = random.nextBoolean() ? OptionalDouble.of(random.nextInt(1000)) : OptionalDouble.empty();
      List<SiteBytes> matrix = rich && random.nextBoolean()
          ? List.of(new SiteBytes(SITES.get(0), SITES.get(random.nextInt(3)), random.nextInt(1 << 30), 1 + random.nextInt(9))) : List.of();
      double bytes = matrix.isEmpty() ? random.nextInt(1 << 20) * 1e6 : matrix.get(0).bytes();
      shuffles.add(new TraceShuffle("s" + random.nextInt(to), "s" + to, bytes, deadline, matrix));
    }
    return new TraceJob("job-" + number, number + random.nextInt(8) / 8.0, stages, shuffles,
        rich && random.nextBoolean() ? (1 + random.nextInt(8)) / 8.0 : 1);
  }

  private static List<TraceJob> jobs(long seed, boolean rich) {
    Random random = new Random(seed);
    List<TraceJob> jobs = new ArrayList<>();
    for (int number = 0; number < 1 + random.nextInt(6); number++) {
      jobs.add(job(random, number, rich));
    }
    return jobs;
  }

  @Property(tries = 100)
  void ourOwnFormatKeepsEverything(@ForAll @LongRange(max = 1_000_000) long seed) {
    Trace trace = new Trace("any", jobs(seed, true), List.of());

    assertThat(parse("any.json", Traces.toJson(trace))).isEqualTo(trace);
  }

  private static String text(TraceJob job) {
    StringBuilder text = new StringBuilder(job.stages().size() + " " + job.id() + " " + job.arrivalSeconds() + "\n");
    job.stages().forEach(stage -> text.append(stage.name()).append(' ').append(stage.tasks()).append(' ')
        .append(stage.tasksBySite().entrySet().stream().map(site -> (site.getKey() + " ").repeat(site.getValue()))
            .collect(Collectors.joining())).append('\n'));
    text.append(job.shuffles().size()).append('\n');
    job.shuffles().forEach(shuffle -> text.append(shuffle.from()).append(' ').append(shuffle.to()).append(' ')
        .append((long) (shuffle.bytes() / 1e6))
        .append(shuffle.deadlineSeconds().isPresent() ? " " + shuffle.deadlineSeconds().getAsDouble() : "").append('\n'));
    return text.toString();
  }

  @Property(tries = 100)
  void theLineFormatIsReadAsItIsWritten(@ForAll @LongRange(max = 1_000_000) long seed) {
    List<TraceJob> jobs = jobs(seed, false);
    Trace read = parse("any.txt", "# any\n" + jobs.stream().map(TraceRoundTripTest::text).collect(Collectors.joining("# next\n")));

    assertThat(read.problems()).isEmpty();
    assertThat(read.jobs()).isEqualTo(jobs);
  }

  @Property(tries = 100)
  void aLineThatIsMissingCostsNoMoreThanItsJob(@ForAll @LongRange(max = 1_000_000) long seed) {
    List<TraceJob> jobs = jobs(seed, false);
    Random random = new Random(seed);
    int hurt = random.nextInt(jobs.size());
    List<String> parts = new ArrayList<>(jobs.stream().map(TraceRoundTripTest::text).toList());
    List<String> lines = new ArrayList<>(parts.get(hurt).lines().toList());
    lines.remove(random.nextInt(lines.size()));
    parts.set(hurt, lines.stream().map(line -> line + "\n").collect(Collectors.joining()));

    Trace read = parse("any.txt", "# begin\n" + String.join("# next\n", parts));

    assertThat(read.jobs()).containsAll(jobs.stream().filter(job -> !job.id().equals(jobs.get(hurt).id())).toList());
    assertThat(read.jobs().size()).isLessThanOrEqualTo(jobs.size());
  }

  /** The test writes a coflow in the benchmark's format, and checks what it sends between sites. Rack r is at site r modulo 3. */
  @Property(tries = 100)
  void theCoflowBenchmarkSendsFromEachMapperTheSame(@ForAll @LongRange(max = 1_000_000) long seed) {
    Random random = new Random(seed);
    int mappers = 1 + random.nextInt(5);
    int reducers = 1 + random.nextInt(5);
    StringBuilder line = new StringBuilder("7 " + random.nextInt(100_000) + " " + mappers);
    int[] fromSite = new int[3];
    for (int mapper = 0; mapper < mappers; mapper++) {
      int rack = random.nextInt(9);
      fromSite[rack % 3]++;
      line.append(' ').append(rack);
    }
    line.append(' ').append(reducers);
    double[] toSite = new double[3];
    for (int reducer = 0; reducer < reducers; reducer++) {
      int rack = random.nextInt(9);
      int megabytes = random.nextInt(1000);
      toSite[rack % 3] += megabytes * 1e6;
      line.append(' ').append(rack).append(':').append(megabytes);
    }

    Trace trace = parse("fb.txt", "9 1\n" + line + "\n");

    assertThat(trace.problems()).isEmpty();
    TraceShuffle shuffle = trace.jobs().get(0).shuffles().get(0);
    shuffle.matrix().forEach(entry -> assertThat(entry.bytes()).isCloseTo(
        toSite[SITES.indexOf(entry.to())] * fromSite[SITES.indexOf(entry.from())] / mappers, withinPercentage(1e-9)));
    assertThat(shuffle.matrix().stream().mapToInt(SiteBytes::flows).sum()).isEqualTo(mappers * reducers);
    assertThat(trace.jobs().get(0).stages()).extracting(Stage::tasks).containsExactly(mappers, reducers);
  }

  @Test
  void anIdThatIsGivenTwiceCostsTheSecondJob() {
    TraceJob job = job(new Random(1), 1, false);
    String json = Traces.toJson(new Trace("one", List.of(job), List.of()));
    String entry = json.substring(json.indexOf('[') + 1, json.lastIndexOf(']'));

    Trace twice = parse("x.json", json.replace(entry, entry + "," + entry));
    assertThat(twice.jobs()).containsExactly(job);
    assertThat(twice.problems()).singleElement().asString().contains("job-1", "twice");

    Trace text = parse("x.txt", text(job) + text(job));
    assertThat(text.jobs()).containsExactly(job);
    assertThat(text.problems()).singleElement().asString().contains("job-1", "twice");

    Trace benchmark = parse("fb.txt", "3 2\n1 0 1 0 1 1:5\n1 9 1 0 1 1:5\n");
    assertThat(benchmark.jobs()).hasSize(1);
    assertThat(benchmark.problems()).singleElement().asString().contains("line 3", "1 is given twice");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "99999999999999 1\n", "1 99999999999999\n", "3 1\n1 0 99999999999 0 1 1:5\n", "3 1\n1 0 1 0 1 1:NaN\n",
      "2 x 0\nMap", "100000 x 0\n", "2 x 1e999\n", "{}", "null", "[]",
      "{\"format\": \"terra-trace\", \"version\": 1, \"jobs\": [null]}", "{\"format\": \"terra-trace\", \"version\": 1, \"jobs\":"
          + " [{\"id\": \"1\", \"arrivalSeconds\": 0, \"stages\": null, \"shuffles\": []}]}",
      "\u0000\u0001", "1 a 0\ns 0 \n0\n", "1 a 0\ns 1 HK\n-1\n"})
  void noTextBringsAReaderDown(String text) {
    for (String name : List.of("x.json", "x.txt")) {
      assertThatCode(() -> {
        try {
          parse(name, text);
        } catch (ConfigException e) {
          assertThat(e).hasMessageContaining("x.");
        }
      }).as("%s: %s", name, text).doesNotThrowAnyException();
    }
  }

  @Property(tries = 300)
  void noTextOfAlmostTheRightShapeBringsAReaderDown(@ForAll @LongRange(max = 1_000_000) long seed) {
    Random random = new Random(seed);
    String good = random.nextBoolean() ? text(job(random, 1, false)) + text(job(random, 2, false))
        : "6 2\n1 0 2 0 3 2 1:10.0 5:1\n7 1500 1 4 1 4:2\n";
    StringBuilder text = new StringBuilder(good);
    for (int change = 0; change < 1 + random.nextInt(4); change++) {
      text.setCharAt(random.nextInt(text.length()), " \n#:-.0129exNHKs".charAt(random.nextInt(16)));
    }
    assertThatCode(() -> parse("x.txt", text.toString())).as(text.toString()).doesNotThrowAnyException();
  }
}
