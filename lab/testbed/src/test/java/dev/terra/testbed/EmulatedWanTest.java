package dev.terra.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.net.LinkCounters;
import dev.terra.testbed.net.Network;
import dev.terra.testbed.plan.Impairment;
import dev.terra.testbed.state.StateDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a real emulated WAN, whose links are measured from inside its hosts. */
@Tag("root")
class EmulatedWanTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final int PORT = 5001;
  private static final Duration REROUTE_DELAY = Duration.ofSeconds(1);
  /** The most that the processes of this machine add to a round trip. */
  private static final double OVERHEAD_MILLIS = 6;

  @TempDir
  private Path folder;

  private final String prefix = "t" + ProcessHandle.current().pid() + "-";
  private final List<Process> helpers = new ArrayList<>();
  private StateDirectory directory;
  private Testbed testbed;

  @BeforeEach
  void up() {
    directory = new StateDirectory(folder.resolve("s"));
    Wan slow = Wans.load("triangle").mapLinks(link -> link.withCapacity(Bandwidth.ofMegabitsPerSecond(80)));
    testbed = Testbed.up(directory, request(slow), line -> { });
  }

  private UpRequest request(Wan wan) {
    return new UpRequest(WanRequest.of(wan, REROUTE_DELAY), prefix, YarnRequest.NONE, Installation.inSourceTree(Path.of("../..")));
  }

  @AfterEach
  void down() {
    helpers.forEach(Process::destroyForcibly);
    Testbed.down(directory, prefix);
    assertThat(Network.namespaces(prefix)).isEmpty();
    assertThat(directory.root()).doesNotExist();
  }

  private Process probe(String host, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Djava.net.preferIPv4Stack=true",
        "-cp", Path.of("target/test-classes").toAbsolutePath().toString(), WanProbe.class.getName()));
    command.addAll(List.of(arguments));
    Process process = testbed.command(host, command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    helpers.add(process);
    return process;
  }

  private static BufferedReader output(Process process) {
    return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private void startSink(String host) throws IOException {
    assertThat(output(probe(host, "sink", Integer.toString(PORT))).readLine()).isEqualTo("ready");
  }

  /** Returns the round-trip time in milliseconds, or "timeout". */
  private String roundTrip(String host, String from, String to) throws IOException {
    return output(probe(host, "rtt", from, to, Integer.toString(PORT))).readLine();
  }

  private static void assertMillis(String measured, double expected) {
    assertThat(measured).isNotEqualTo("timeout");
    assertThat(Double.parseDouble(measured)).isBetween(expected, expected + OVERHEAD_MILLIS);
  }

  private LinkCounters counters(LinkId link) {
    return testbed.links().counters().stream().filter(one -> one.link().equals(link)).findFirst().orElseThrow();
  }

  /** Returns the counters of a link once nothing has moved for a second. */
  private LinkCounters settled(LinkId link) throws InterruptedException {
    LinkCounters before = counters(link);
    for (int i = 0; i < 20; i++) {
      TimeUnit.SECONDS.sleep(1);
      LinkCounters now = counters(link);
      if (now.equals(before)) {
        return now;
      }
      before = now;
    }
    throw new AssertionError("the link is never quiet: " + before);
  }

  /** Returns the IP bytes per second over a link while a sender sends at full speed. */
  private double rate(LinkId link, String host, String from, String to) throws Exception {
    Process sender = probe(host, "send", from, to, Integer.toString(PORT), "6");
    TimeUnit.MILLISECONDS.sleep(2500);
    long bytes = counters(link).ipBytes();
    long start = System.nanoTime();
    TimeUnit.MILLISECONDS.sleep(3000);
    double rate = (counters(link).ipBytes() - bytes) / ((System.nanoTime() - start) / 1e9);
    sender.waitFor();
    return rate;
  }

  /** Returns the bytes per second that arrive over A:B from a sender with one mark, while another sender sends with another mark. */
  private double bytesBeside(int mark, int otherMark) throws Exception {
    for (int port = PORT; port <= PORT + 1; port++) {
      assertThat(output(probe("B-1", "meter", Integer.toString(port), "3")).readLine()).isEqualTo("ready");
    }
    BufferedReader own = output(helpers.get(helpers.size() - 2));
    probe("A-1", "send", "10.77.1.1", "10.77.2.1", Integer.toString(PORT), "8", Integer.toString(mark));
    probe("A-1", "send", "10.77.1.1", "10.77.2.1", Integer.toString(PORT + 1), "8", Integer.toString(otherMark));
    return Double.parseDouble(own.readLine());
  }

  @Test
  void classesShareALinkByTheirWeights() throws Exception {
    testbed.links().setClasses(Optional.of(LinkClasses.USUAL));
    double interactive = bytesBeside(LinkClasses.INTERACTIVE_MARK, LinkClasses.BULK_MARK);
    assertThat(interactive).as("of 10 MB/s, 8 of 9 parts less headers").isBetween(7.5e6, 9.2e6);
  }

  @Test
  void linksHaveTheirLatencyAndRate() throws Exception {
    startSink("B-1");
    assertMillis(roundTrip("A-1", "10.77.1.1", "10.77.2.1"), 20);
    double full = rate(LinkId.of("A", "B"), "A-1", "10.77.1.1", "10.77.2.1");
    assertThat(full).isCloseTo(10e6, within(0.8e6)).as("never above the capacity").isLessThan(10.1e6);
    testbed.links().setRate(A, B, Bandwidth.ofMegabitsPerSecond(24));
    assertThat(rate(LinkId.of("A", "B"), "A-1", "10.77.1.1", "10.77.2.1")).isCloseTo(3e6, within(0.3e6));
    assertThat(testbed.state().links().get(0).rateBytesPerSecond()).isEqualTo(3e6);
    LinkCounters other = counters(LinkId.of("A", "C"));
    assertThat(other.ipBytes()).as("nothing strays").isZero();
  }

  @Test
  void offloadFramesAreChargedAsThePacketsThatTheyStandFor() throws Exception {
    startSink("B-1");
    assertThat(probe("A-1", "bytes", "10.77.1.1", "10.77.2.1", Integer.toString(PORT), "700000").waitFor()).isZero();
    LinkCounters there = settled(LinkId.of("A", "B"));
    assertThat(there.drops()).isZero();
    assertThat((double) there.ipBytes()).isCloseTo(700_000.0 / 1448 * 1500, within(3000.0));
    assertThat(there.packets()).as("frames are larger than packets").isLessThan(400);
  }

  @Test
  void routesFollowACutAndOverlaysDoNot() throws Exception {
    startSink("B-gw");
    String gateway = "10.77.1.200";
    assertMillis(roundTrip("A-gw", gateway, "10.77.2.200"), 20);
    assertMillis(roundTrip("A-gw", "10.79.1.1", "10.79.1.2"), 20);
    testbed.links().cut(A, B);
    assertThat(roundTrip("A-gw", "10.79.1.1", "10.79.1.2")).isEqualTo("timeout");
    assertMillis(roundTrip("A-gw", gateway, "10.77.2.200"), 20);
    assertThat(counters(LinkId.of("A", "C")).packets()).as("by way of C").isPositive();
    assertThat(roundTrip("A-gw", "10.79.1.1", "10.79.1.2")).as("still pinned").isEqualTo("timeout");
    testbed.links().restore(A, B);
    assertMillis(roundTrip("A-gw", "10.79.1.1", "10.79.1.2"), 20);
  }

  @Test
  void oneDirectionMisbehavesAlone() throws Exception {
    startSink("B-gw");
    testbed.links().impair(B, A, Impairment.silence());
    assertThat(roundTrip("A-gw", "10.79.1.1", "10.79.1.2")).as("answers are lost").isEqualTo("timeout");
    testbed.links().impair(B, A, Impairment.delay(Duration.ofMillis(60)));
    assertMillis(roundTrip("A-gw", "10.79.1.1", "10.79.1.2"), 70);
    testbed.links().impair(B, A, Impairment.NONE);
    testbed.links().impair(A, B, Impairment.loss(1));
    assertThat(roundTrip("A-gw", "10.79.1.1", "10.79.1.2")).isEqualTo("timeout");
    testbed.links().impair(A, B, Impairment.NONE);
    assertMillis(roundTrip("A-gw", "10.79.1.1", "10.79.1.2"), 20);
  }

  @Test
  void hostsHaveNamesAndKnowEachOther() throws Exception {
    String script = "hostname; getent hosts B-gw; getent hosts no-such-name || echo none";
    Process process = testbed.command("C-1", List.of("sh", "-c", script)).start();
    assertThat(output(process).lines().toList()).satisfiesExactly(
        line -> assertThat(line).isEqualTo("C-1"),
        line -> assertThat(line).matches("10\\.77\\.2\\.200 +B-gw"),
        line -> assertThat(line).isEqualTo("none"));
  }

  @Test
  void aSecondTestbedIsRefused() {
    assertThatThrownBy(() -> Testbed.up(directory, request(Wans.load("swan")), line -> { }))
        .isInstanceOf(TestbedException.class).hasMessageContaining("a testbed (triangle) is up in " + directory.root());
    StateDirectory elsewhere = new StateDirectory(folder.resolve("e"));
    assertThatThrownBy(() -> Testbed.up(elsewhere, request(Wans.load("swan")), line -> { }))
        .hasMessageContaining("there are network namespaces of another testbed").hasMessageContaining("testbed down");
  }

  @Test
  void downCleansUpWhateverACrashLeft() throws Exception {
    Process stray = testbed.command("A-1", List.of("sleep", "600")).start();
    helpers.add(stray);
    testbed.state().processes().get(0).kill();
    Files.writeString(directory.file("state.json"), "{ half a st");
    assertThat(Testbed.down(directory, prefix)).contains("11 network namespaces");
    assertThat(stray.waitFor(5, TimeUnit.SECONDS)).isTrue();
    assertThat(Testbed.down(directory, prefix)).isEmpty();
  }

  @Test
  void anUpThatFailsLeavesNothing() throws Exception {
    Testbed.down(directory, prefix);
    UpRequest broken = new UpRequest(WanRequest.of(Wans.load("triangle"), REROUTE_DELAY), prefix,
        new YarnRequest(true, ShuffleMode.STOCK, ContainerRoom.USUAL),
        new Installation(folder, Files.createDirectory(folder.resolve("no-jars")), Path.of("/none"), List.of("/none")));
    assertThatThrownBy(() -> Testbed.up(directory, broken, line -> { })).isInstanceOf(TestbedException.class);
    assertThat(Network.namespaces(prefix)).isEmpty();
    assertThat(directory.root()).doesNotExist();
  }
}
