package dev.terra.node.offer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.ProducerOutput;
import dev.terra.node.offer.BroadcastReaders.Claim;
import dev.terra.node.offer.BroadcastReaders.Earlier;
import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.NodeOutput;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BroadcastReadersTest {
  private static final String JOB = "job_1_0001";
  private static final String NODE = "10.0.1.1";
  private static final String OTHER_NODE = "10.0.1.2";

  private long nanos;
  private final BroadcastReaders readers = new BroadcastReaders(() -> nanos);

  private static NodeOutput map(int task) {
    return new NodeOutput("output-" + task, JOB, OptionalInt.of(1), ProducerOutput.newBuilder().setProducer(task).build());
  }

  private static RemoteFetch fetch(String ip, int site, int... tasks) {
    List<NodeOutput> maps = IntStream.of(tasks).mapToObj(BroadcastReadersTest::map).toList();
    return new RemoteFetch(new ActiveJob(JOB, "u"), 0, maps, new RemoteFetch.Client(ip, site, 3));
  }

  private Claim claim(String ip, int... tasks) {
    return readers.claim(fetch(ip, 1, tasks)).orElseThrow();
  }

  @Test
  void everyReaderAtASiteHasATurnOfItsOwn() {
    assertThat(claim(NODE, 0)).isEqualTo(new Claim(0, List.of()));
    assertThat(claim(OTHER_NODE, 0)).isEqualTo(new Claim(1, List.of()));
    assertThat(claim(NODE, 0)).isEqualTo(new Claim(2, List.of(new Earlier(map(0), 0, false))));
    assertThat(readers.claim(fetch("10.0.2.1", 2, 0))).contains(new Claim(0, List.of()));
    assertThat(claim(NODE, 1)).isEqualTo(new Claim(0, List.of()));
  }

  @Test
  void aTurnIsFreeForAllMapsOfARequest() {
    claim(NODE, 0);
    claim(NODE, 0, 1);
    assertThat(claim(OTHER_NODE, 1).turn()).isZero();
    assertThat(claim(OTHER_NODE, 0, 1).turn()).isEqualTo(2);
  }

  @Test
  void whatIsNotRedirectedIsFreeAgain() {
    RemoteFetch first = fetch(NODE, 1, 0, 1);
    RemoteFetch equal = fetch(NODE, 1, 0, 1);
    readers.claim(first);
    readers.claim(equal);
    readers.release(first);
    assertThat(claim(OTHER_NODE, 0, 1).turn()).isZero();
    assertThat(claim(OTHER_NODE, 0, 1).turn()).isEqualTo(2);
    readers.release(fetch(NODE, 1, 7));
  }

  @Test
  void anEarlierRedirectIsDueAfterAWhileAndNamedUntilItIsKnownToHaveWorked() {
    claim(NODE, 0);
    nanos = BroadcastReaders.DUE_NANOS + 1;
    RemoteFetch second = fetch(NODE, 1, 0);
    Claim claim = readers.claim(second).orElseThrow();
    assertThat(claim.earlier()).containsExactly(new Earlier(map(0), 0, true));
    readers.redirected(second, claim);
    assertThat(claim(NODE, 0).earlier()).containsExactly(new Earlier(map(0), 1, false));
  }

  @Test
  void aRedirectThatIsNotDueIsNamedAgain() {
    claim(NODE, 0);
    RemoteFetch second = fetch(NODE, 1, 0);
    readers.redirected(second, readers.claim(second).orElseThrow());
    assertThat(claim(NODE, 0).earlier()).extracting(Earlier::turn).containsExactly(0, 1);
  }

  @Test
  void turnsAndNamesAreBounded() {
    for (int turn = 0; turn < BroadcastReaders.MAX_TURNS; turn++) {
      assertThat(claim(NODE, 0).earlier()).hasSize(Math.min(turn, BroadcastReaders.MAX_EARLIER));
    }
    assertThat(readers.claim(fetch(NODE, 1, 0, 1))).isEmpty();
    assertThat(claim(NODE, 1).turn()).isZero();
  }

  @Test
  void theOldestOutputsAreForgotten() {
    for (int task = 0; task <= BroadcastReaders.MAX_READINGS; task++) {
      claim(NODE, task);
    }
    assertThat(claim(NODE, BroadcastReaders.MAX_READINGS).turn()).isEqualTo(1);
    assertThat(claim(NODE, 0).turn()).isZero();
  }

  @Test
  void anEndedJobIsForgotten() {
    claim(NODE, 0);
    readers.jobEnded("job_1_0002");
    assertThat(claim(NODE, 0).turn()).isEqualTo(1);
    readers.jobEnded(JOB);
    assertThat(claim(NODE, 0)).isEqualTo(new Claim(0, List.of()));
  }
}
