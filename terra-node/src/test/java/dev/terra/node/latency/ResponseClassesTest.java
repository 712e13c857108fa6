package dev.terra.node.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.net.InetAddresses;
import dev.terra.api.latency.ClassMessages;
import dev.terra.api.v1.AgentWelcome;
import dev.terra.api.v1.ClassOfJob;
import dev.terra.api.v1.ClassRules;
import dev.terra.api.v1.SiteSubnets;
import dev.terra.core.latency.ClassMarks;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.latency.LatencyTarget;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.node.latency.AdmissionBook.Admissions;
import dev.terra.node.latency.ResponseClasses.Begun;
import dev.terra.node.site.SiteMap;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ResponseClassesTest {
  private static final SitePair PAIR = new SitePair(new SiteId("A"), new SiteId("B"));
  private static final LatencyTarget TARGET = new LatencyTarget(LatencyClass.INTERACTIVE, 99, 1_000, Duration.ofMillis(100), null);
  private static final InetAddress OWN = InetAddresses.forString("10.1.0.7");
  private static final InetAddress READER = InetAddresses.forString("10.2.0.7");
  private static final InetAddress STRANGER = InetAddresses.forString("10.3.0.7");

  private final AdmissionBook book = new AdmissionBook();
  private final SiteMap sites = SiteMap.of(AgentWelcome.newBuilder().setSite("A")
      .addSites(SiteSubnets.newBuilder().setSite("A").addSubnets("10.1.0.0/16"))
      .addSites(SiteSubnets.newBuilder().setSite("B").addSubnets("10.2.0.0/16")).build());
  private final ClassTable table = ClassTable.of(ClassRules.newBuilder().setMarks(ClassMessages.of(new ClassMarks(20, 2, 1)))
      .addTargets(ClassMessages.of(TARGET)).addJobs(job("application_1_0001", LatencyClass.INTERACTIVE))
      .addJobs(job("application_1_0002", LatencyClass.BULK)).build());
  private long now = 5;
  private double draw;
  private final ResponseClasses classes = new ResponseClasses(() -> Optional.of(table), () -> Optional.of(sites), book, () -> now,
      new RandomGenerator() {
        @Override
        public long nextLong() {
          return 0;
        }

        @Override
        public double nextDouble() {
          return draw;
        }
      });

  private static ClassOfJob job(String application, LatencyClass latencyClass) {
    return ClassOfJob.newBuilder().setJob(application).setName(ClassMessages.of(latencyClass)).build();
  }

  private Begun begin(String job, boolean large) {
    return classes.begin(job, large, READER).orElseThrow();
  }

  private Admissions counted() {
    return book.since(0).reports().get(0);
  }

  @Test
  void aJobsClassIsThatOfItsApplication() {
    assertThat(table.of("job_1_0001")).isEqualTo(LatencyClass.INTERACTIVE);
    assertThat(table.of("application_1_0001")).isEqualTo(LatencyClass.INTERACTIVE);
    assertThat(table.of("job_1_0002")).isEqualTo(LatencyClass.BULK);
    assertThat(table.of("job_1_0003")).isEqualTo(LatencyClass.NORMAL);
    assertThat(table.of("")).isEqualTo(LatencyClass.NORMAL);
    assertThat(table.target(LatencyClass.INTERACTIVE, PAIR)).hasValue(TARGET);
    assertThat(table.target(LatencyClass.NORMAL, PAIR)).isEmpty();
  }

  @Test
  void aResponseToAnotherSiteHasTheClassAndMarkOfItsJob() {
    assertThat(begin("job_1_0001", false)).isEqualTo(new Begun(PAIR, LatencyClass.INTERACTIVE, 80, TARGET, 5));
    assertThat(begin("job_1_0002", false)).isEqualTo(new Begun(PAIR, LatencyClass.BULK, 4, null, 5));
    assertThat(begin("", false)).isEqualTo(new Begun(PAIR, LatencyClass.NORMAL, 8, null, 5));
  }

  @Test
  void aLargeOneIsNormalAtMost() {
    assertThat(begin("job_1_0001", true).latencyClass()).isEqualTo(LatencyClass.NORMAL);
    assertThat(begin("job_1_0002", true).latencyClass()).isEqualTo(LatencyClass.BULK);
  }

  @Test
  void packetsInsideTheSiteAndToStrangersAreLeftAsTheyAre() {
    assertThat(classes.begin("job_1_0001", false, OWN)).isEmpty();
    assertThat(classes.begin("job_1_0001", false, STRANGER)).isEmpty();
    assertThat(classes.typeOfService("application_1_0001", OWN)).isEmpty();
    assertThat(classes.typeOfService("application_1_0001", READER)).hasValue(80);
    assertThat(new ResponseClasses(Optional::empty, () -> Optional.of(sites), book, () -> 0, () -> 0).begin("", false, READER)).isEmpty();
    assertThat(new ResponseClasses(() -> Optional.of(table), Optional::empty, book, () -> 0, () -> 0).begin("", false, READER)).isEmpty();
  }

  @Test
  void whatMissesItsPromiseLeavesLessForTheNext() {
    Begun late = begin("job_1_0001", false);
    now += 200_000_000;
    classes.arrived(late, 2_000);
    assertThat(counted().share()).as("two units took as long as they may").isCloseTo(.98, within(1e-9));
    draw = .99;
    Begun downgraded = begin("job_1_0001", false);
    assertThat(downgraded).isEqualTo(new Begun(PAIR, LatencyClass.BULK, 4, null, now));
    classes.arrived(downgraded, 2_000);
    draw = .97;
    Begun kept = begin("job_1_0001", false);
    now -= 1;
    classes.arrived(kept, 1);
    assertThat(counted().counts().admitted()).isEqualTo(2);
    assertThat(counted().counts().downgraded()).isEqualTo(1);
    assertThat(counted().counts().kept()).isEqualTo(1);
    assertThat(counted().counts().latencies().sumSeconds()).as("a clock that steps back measures nothing").isEqualTo(.2);
  }

  @Test
  void bytesAboveBulkAreCounted() {
    classes.sent(begin("", false), 700);
    classes.sent(begin("", false), 50);
    classes.sent(begin("job_1_0002", false), 9);
    assertThat(book.since(0).reports()).hasSize(1);
    assertThat(counted().latencyClass()).isEqualTo(LatencyClass.NORMAL);
    assertThat(counted().counts()).isEqualTo(AdmittedResponses.NONE.sent(750));
    long last = book.since(0).last();
    classes.sent(begin("", false), 1);
    assertThat(book.since(last).reports()).hasSize(1);
  }

  @Test
  void aBookHasABound() {
    for (int i = 0; i < 2_048; i++) {
      assertThat(book.admit(new SitePair(new SiteId("A"), new SiteId("S" + i)), LatencyClass.INTERACTIVE, 0, 0)).isTrue();
    }
    assertThat(book.admit(PAIR, LatencyClass.INTERACTIVE, 0, 0)).as("one more goes as bulk").isFalse();
    book.sent(PAIR, LatencyClass.INTERACTIVE, 1, 0);
    assertThat(book.since(0).reports()).hasSize(2_048);
    assertThat(book.admit(new SitePair(new SiteId("A"), new SiteId("S7")), LatencyClass.INTERACTIVE, 0, 0)).isTrue();
  }
}
