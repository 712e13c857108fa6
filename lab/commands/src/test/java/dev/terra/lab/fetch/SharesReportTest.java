package dev.terra.lab.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.fetch.SharesReport.Arrival;
import dev.terra.lab.fetch.SharesReport.Division;
import dev.terra.lab.fetch.SharesReport.Queue;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharesReportTest {
  private static final SharesReport.Place PLACE = new SharesReport.Place("three", "A", "B", 100);
  private static final Arrival IN_TIME = new Arrival(60, 8.0, 32, 33);

  private static Division division(double reuse, double scan, long failed) {
    return new Division("any", List.of(new Queue("reuse", reuse, 50, 50), new Queue("scan", scan, 50, 50)), failed);
  }

  private static List<String> problems(Division hare, Arrival third) {
    return SharesReport.of(PLACE, division(100, 100, 0), hare, third, hare.failed()).problems();
  }

  @Test
  void bothGainOrKeepWhatTheyHad() {
    assertThat(problems(division(141, 99, 0), IN_TIME)).isEmpty();
  }

  @Test
  void aSumThatIsTooSmallIsNamed() {
    assertThat(problems(division(130, 100, 0), IN_TIME)).singleElement().asString().startsWith("both read 1.15 times as much");
  }

  @Test
  void aQueueThatLosesIsNamedHoweverMuchTheOtherOneGains() {
    assertThat(problems(division(500, 98.9, 0), IN_TIME)).singleElement().asString().startsWith("scan reads 0.989 times");
  }

  @Test
  void aThirdQueueThatComesTooLateIsNamed() {
    assertThat(problems(division(200, 100, 0), new Arrival(60, null, 10, 33))).singleElement().asString().startsWith("the third queue");
  }

  @Test
  void queuesThatReadNothingAreNamed() {
    Division nothing = division(0, 0, 0);
    assertThat(SharesReport.of(PLACE, nothing, nothing, IN_TIME, 0).problems()).hasSize(3);
  }

  @Test
  void fetchesThatFailWhileTheThirdQueueComesAreNamed() {
    assertThat(SharesReport.of(PLACE, division(100, 100, 0), division(200, 100, 0), IN_TIME, 3).problems())
        .containsExactly("3 fetches failed");
  }

  @Test
  void failedFetchesAreNamed() {
    assertThat(problems(division(200, 100, 2), IN_TIME)).containsExactly("2 fetches failed");
  }
}
