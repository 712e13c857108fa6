package dev.terra.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.terra.cli.Terra;
import dev.terra.cli.status.StatusEndpoint;
import dev.terra.controller.core.ControllerSettings;
import dev.terra.controller.core.operate.OperatorRequest;
import dev.terra.controller.view.ActionFigures;
import dev.terra.controller.view.ViewFeed;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.rest.RestServer;
import dev.terra.rest.RestSettings;
import dev.terra.rest.check.GeneratedController;
import dev.terra.rest.read.ControllerAccess;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.explain.ScheduledRound;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests of command lines with a real HTTP server over a generated controller. */
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(120)
class OperateCommandsTest {
  private static final String TOKEN = "0123456789abcdef0123456789abcdef";

  private RestServer server;
  private Path token;
  private Path noToken;

  /** The outcome of a command. */
  private record Outcome(int exitCode, String out, String err) {
    JsonNode json() throws IOException {
      return new ObjectMapper().readTree(out);
    }
  }

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    token = Files.writeString(folder.resolve("token"), "# as a controller makes it for its own user\nadmin local " + TOKEN + "\n");
    noToken = Files.writeString(folder.resolve("other"), "f".repeat(32) + "\n");
    Path tokens = Files.writeString(folder.resolve("tokens"), "admin ops " + TOKEN + "\nread looker " + "r".repeat(32) + "\n");
    RestSettings settings = new RestSettings(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Optional.of(tokens), true,
        Optional.empty(), ImmutableSet.of(), Optional.of(folder.resolve("audit.log")));
    ControllerAccess controller = new WithRound(new GeneratedController(12, 40, 20, 7, Instant.parse("2026-01-01T00:00:00Z")), round());
    server = RestServer.start(settings, new RestServer.Parts(controller, follower -> List.of(new StatusEndpoint(follower)), () -> ""));
  }

  /** Returns a scheduled round of two shuffles on three sites. */
  private static ScheduledRound round() {
    Wan wan = Topologies.load(Path.of("../topologies/triangle.yaml"));
    ImmutableList<ShuffleDemand> shuffles = ImmutableList.of(shuffle("job 1/a", 1e9), shuffle("job 2", 9e9));
    PolicyScheduler scheduler =
        new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA_PLUS), new PathSets(wan, PathRules.defaults()));
    return new ScheduledRound(wan, PathRules.defaults(), wan, shuffles, 10, scheduler.schedule(wan, shuffles, 10));
  }

  private static ShuffleDemand shuffle(String id, double bytes) {
    return ShuffleDemand.of(new ShuffleId(id), 0, List.of(new BundleDemand(new SiteId("A"), new SiteId("B"), bytes)));
  }

  /** A generated controller that has made a schedule. */
  private record WithRound(GeneratedController generated, ScheduledRound round) implements ControllerAccess {
    @Override
    public ViewFeed views() {
      return generated.views();
    }

    @Override
    public ControllerSettings settings() {
      return generated.settings();
    }

    @Override
    public boolean insecure() {
      return generated.insecure();
    }

    @Override
    public String policy() {
      return generated.policy();
    }

    @Override
    public Optional<ScheduledRound> lastRound() {
      return Optional.of(round);
    }

    @Override
    public Instant startedAt() {
      return generated.startedAt();
    }

    @Override
    public CompletableFuture<ActionFigures> act(OperatorRequest request) {
      return generated.act(request);
    }

    @Override
    public CompletableFuture<ActionFigures> undo(long action, String by) {
      return generated.undo(action, by);
    }
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private static Outcome run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine = Terra.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return new Outcome(commandLine.execute(arguments), out.toString(), err.toString());
  }

  private Outcome ask(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--controller", server.url(), "--token-file", token.toString()));
    return run(all.toArray(String[]::new));
  }

  @Test
  void aQueueThatYarnHasNotConfirmedIsMarked() throws IOException {
    List<JsonNode> jobs = ImmutableList.copyOf(ask("jobs", "--json").json().path("items"));
    long claimed = jobs.stream().filter(job -> job.path("queueFrom").asText().equals("job")).count();

    assertThat(claimed).isPositive().isLessThan(jobs.size());
    assertThat(ask("jobs").out().lines().filter(line -> line.contains(" (claimed) "))).hasSize((int) claimed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"links", "tunnels", "classes", "cache", "jobs", "events", "top --times 1"})
  void tablesHaveTheRowsOfTheAnswer(String command) throws IOException {
    String[] words = command.split(" ");
    Outcome text = ask(words);
    Outcome json = ask(Stream.concat(Stream.of(words), Stream.of("--json")).toArray(String[]::new));

    assertThat(text.err()).isEmpty();
    assertThat(text.exitCode()).isZero();
    assertThat(text.out()).doesNotContain("\u001b").doesNotContain("null");
    assertThat(json.exitCode()).isZero();
    JsonNode items = json.json().has("items") ? json.json().path("items") : json.json().path("links").path("items");
    assertThat(text.out().lines().count()).isGreaterThan(words.length == 1 ? items.size() : 10);
  }

  @Test
  void submitSaysThatItWasGivenTheHttpPort(@TempDir Path folder) throws IOException {
    Path matrix = Files.writeString(folder.resolve("m.json"), "{\"transfers\":[{\"from\":\"A\",\"to\":\"B\",\"bytes\":1,\"seed\":1}]}");

    Outcome outcome = run("submit", "--controller", "127.0.0.1:" + server.address().getPort(), "--matrix", matrix.toString());

    assertThat(outcome.exitCode()).isNotZero();
    assertThat(outcome.err()).contains("port for HTTP").contains("7100").doesNotContain("for 30 s");
  }

  @Test
  void linksNameEachLinkWithItsStateAndUse() throws IOException {
    JsonNode first = ask("links", "--json").json().path("items").path(0);

    Outcome text = ask("links");

    assertThat(text.out().lines().findFirst().orElseThrow()).startsWith("LINK").contains("STATE", "CARRIES", "PLANNED", "USE", "CAPACITY");
    assertThat(text.out()).contains(first.path("id").asText()).contains(first.path("state").asText());
  }

  @Test
  void statusAndShufflesAskOverHttpWhereverTheControllerIsNamed() throws IOException {
    String port = server.url().substring("http://".length());

    assertThat(ask("status").out()).startsWith("generated: epoch").contains("agent   S000", "  handler host-1.S000", ": on");
    assertThat(ask("status", "--json").json().path("agents").path(0).path("handlers").path(0).path("ip").asText()).isEqualTo("10.0.0.1");
    assertThat(run("status", "--controller", port, "--token-file", token.toString()).out()).as("also an address without http")
        .startsWith("generated: epoch");
    assertThat(ask("shuffles").out()).startsWith("generated: 20 shuffles");
    assertThat(ask("shuffles", "--json").json().path("shuffles")).hasSize(20);
  }

  @Test
  void aShuffleIsExplained() throws IOException {
    Outcome text = ask("explain", "job 2");
    JsonNode json = ask("explain", "job 1/a", "--wider", "100", "--json").json();

    assertThat(text.err()).isEmpty();
    assertThat(text.exitCode()).isZero();
    assertThat(text.out()).startsWith("job 2: number 2 of 2: shortest first: its Gamma of ")
        .contains("when it will be done is not known yet", "what limits it:", "A:B", "A:C:B", "on the links that limit it there are too:",
            "what would help:");
    assertThat(json.path("place").path("position").asInt()).isEqualTo(1);
    assertThat(json.path("gammaSeconds").asDouble()).isCloseTo(8 * 1.0 / 1.4, within(1e-6));
    assertThat(json.path("limits").path(0).path("link").asText()).isEqualTo("A:B");
    assertThat(json.path("remedies").path(0).path("percent").asDouble()).isEqualTo(100);
    assertThat(json.path("bundles").path(0).path("paths")).hasSize(2);
  }

  @Test
  void whatCachesSavedOfAShuffleIsExplainedEvenIfNothingOfItIsPlanned() throws IOException {
    JsonNode saved = ask("cache", "--json").json().path("items").path(0).path("shuffles").path(0);
    Outcome text = ask("explain", saved.path("shuffle").asText());

    assertThat(saved.path("savedBytes").asLong()).isEqualTo(1_000_000);
    assertThat(text.exitCode()).isZero();
    assertThat(text.out()).contains("nothing is planned", "has given its readers 1.00 MB that did not cross the WAN again");
    assertThat(ask("explain", "job 2").out()).doesNotContain("cache");
  }

  @Test
  void whatIfNeedsAChangeThatCanBe() {
    assertThat(ask("what-if").exitCode()).isEqualTo(ExitCode.USAGE.number());
    assertThat(ask("what-if", "--without-link", "nowhere").err())
        .contains("expected a link as A:B (one direction) or A::B (both), got 'nowhere'");
    assertThat(ask("what-if", "--capacity", "A-C=fast").err()).contains("--capacity: ");
  }

  @Test
  void whatAClassCanPromiseIsSaidForTheWeightsInForce() {
    assertThat(ask("what-if", "--class", "interactive").out())
        .contains("interactive can promise something for up to 35.2 % of a link with a mean load of 80 % and bursts of 140 %")
        .contains("it waits for at most 0.000 of a burst's period");
    assertThat(ask("what-if", "--class", "normal", "--load", "0.5", "--burst", "2").out()).contains("up to 7.7 % of a link");
    assertThat(ask("what-if", "--class", "interactive", "--burst", "0.5").err()).contains("burst").contains("above 1");
    assertThat(ask("what-if", "--class", "interactive", "--share", "0.6", "--other", "0.3").out())
        .containsPattern("interactive +8 +60 % +0\\.209").containsPattern("normal +4 +30 % +0\\.209")
        .containsPattern("bulk +1 +10 % +0\\.351");
    assertThat(ask("what-if", "--class", "normal", "--share", "0.8", "--other", "0.2").exitCode()).as("all that is offered").isZero();
    assertThat(ask("what-if", "--from", "A").err()).contains("expected --class with");
    assertThat(ask("what-if", "--class", "interactive", "--share", "0.6", "--other", "0.5").err()).contains("other").contains("0 to 0.4");
    assertThat(ask("what-if", "--class", "interactive", "--load", "NaN").err()).contains("load").contains("above 0 to 1");
  }

  @Test
  void whatAClassCanPromiseIsSaidForPairsOfSites() throws IOException {
    JsonNode all = ask("what-if", "--class", "interactive", "--json").json();
    JsonNode link = ask("links", "--json").json().path("items").path(0);
    String from = link.path("from").asText();
    JsonNode some = ask("what-if", "--class", "interactive", "--from", from, "--to", link.path("to").asText(), "--json").json();
    assertThat(all.path("pairs")).as("every pair of 12 sites").hasSize(12 * 11);
    assertThat(some.path("pairs")).hasSize(1);
    JsonNode pair = some.path("pairs").path(0);
    assertThat(pair.path("links")).hasSize(1);
    assertThat(pair.path("mostBytesPerSecond").asDouble())
        .isCloseTo(some.path("promisableShare").asDouble() * link.path("nominalBytesPerSecond").asDouble(), within(1.0));
    assertThat(pair.path("fairBytesPerSecond").asDouble()).isPositive().isLessThanOrEqualTo(pair.path("mostBytesPerSecond").asDouble());
    assertThat(ask("what-if", "--class", "interactive", "--from", from).out()).contains("WITH ALL");
    assertThat(ask("what-if", "--class", "interactive", "--from", "nowhere").err()).contains("nowhere");
  }

  @Test
  void whatIsNotThereIsRefusedInTheControllersWords() {
    Outcome outcome = ask("explain", "no-such");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.REFUSED.number());
    assertThat(outcome.err()).startsWith("explain: ").contains("no-such");
  }

  @Test
  void tlsAtAPlainPortIsSaidAtOnce() {
    String port = "127.0.0.1:" + server.address().getPort();
    assertThat(run("links", "--controller", "https://" + port, "--token-file", token.toString()).err())
        .contains("this command speaks TLS, and that port speaks plain HTTP; say http://" + port);
  }

  @Test
  void aWrongTokenIsNamed() {
    Outcome outcome = run("drain", "site", "x", "--controller", server.url(), "--token-file", noToken.toString());
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.CREDENTIALS.number());
    assertThat(outcome.err()).contains("the token in " + noToken + " was presented");
  }

  @Test
  void nobodyThereIsSaidWithTheAddressAndWhoNamedIt() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Outcome outcome = run("links", "--controller", "127.0.0.1:" + port, "--token-file", token.toString());
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.UNREACHABLE.number());
    assertThat(outcome.err())
        .startsWith("links: the controller at http://127.0.0.1:" + port + " (from --controller): nothing listens there");
  }

  @Test
  void usageIsRefusedBeforeAnybodyIsAsked() {
    assertThat(run("links", "--nonsense").exitCode()).isEqualTo(ExitCode.USAGE.number());
    assertThat(run("priority", "job", "j", "--controller", "127.0.0.1:1").exitCode()).isEqualTo(ExitCode.USAGE.number());
    assertThat(run("links", "--controller", "ftp://x").err()).contains("--controller: expected HOST:PORT");
    assertThat(run("links", "--controller", "127.0.0.1:1", "--token-file", "/no/such").err()).contains("cannot read the token");
  }

  @Test
  void completionIsGenerated() {
    assertThat(run("generate-completion").out()).contains("_complete_terra", "what-if", "--without-link");
  }
}
