package dev.terra.agent.submit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.support.Await;
import dev.terra.agent.support.TestWan;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.FilePart;
import dev.terra.api.v1.Generated;
import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.api.v1.Transfer;
import dev.terra.api.v1.TransferReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests submitted shuffles between real agents: what is sent arrives once, whole, and where it belongs. */
@Timeout(60)
class SubmittedTransfersTest {
  private static final String SHUFFLE = "nightly";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir
  private Path folder;

  private static Transfer.Builder transfer(int number, long bytes) {
    return Transfer.newBuilder().setNumber(number).setFrom("A").setReceiver(0).setBytes(bytes);
  }

  private static Transfer generated(int number, long bytes) {
    return transfer(number, bytes).setGenerated(Generated.newBuilder().setSeed(number)).build();
  }

  private static Transfer file(int number, long bytes, Path from, long offset, Path to) {
    return transfer(number, bytes).setFile(FilePart.newBuilder().setPath(from.toString()).setOffset(offset))
        .setToFile(to.toString()).build();
  }

  private static void submit(TestWan wan, long change, List<Transfer> transfers) {
    Await.until("agents are attached", () -> wan.controller().isAttached("A") && wan.controller().isAttached("B"));
    SubmittedPart.Builder part = SubmittedPart.newBuilder().setShuffle(SHUFFLE)
        .putReceivers(0, Receiver.newBuilder().setSite("B").setChange(change).build());
    wan.controller().rates("A", SHUFFLE, "B", Map.of("A-B", 3e6, "A-C-B", 3e6));
    wan.controller().send("A", command(part.clone().addAllOutgoing(transfers)));
    wan.controller().send("B", command(part.clone().addAllIncoming(transfers)));
  }

  private static ControllerMessage command(SubmittedPart.Builder part) {
    return ControllerMessage.newBuilder().setSubmitted(part).build();
  }

  private static List<Integer> done(TestWan wan, long change) {
    List<Integer> done = new ArrayList<>();
    wan.controller().transfers("B").stream().filter(report -> report.getChange() == change)
        .forEach(report -> done.addAll(report.getDoneList()));
    return done;
  }

  private static List<String> problems(TestWan wan, String site) {
    List<String> problems = new ArrayList<>();
    for (TransferReport report : wan.controller().transfers(site)) {
      report.getProblemsList().forEach(problem -> problems.add(problem.getNumber() + ": " + problem.getProblem()));
    }
    return problems;
  }

  private byte[] write(Path file, int bytes, long seed) throws IOException {
    byte[] content = new byte[bytes];
    new Random(seed).nextBytes(content);
    Files.write(file, content);
    return content;
  }

  @Test
  void generatedBytesFilesAndEmptyOnesArriveAndAreReportedOnce() throws Exception {
    byte[] content = write(folder.resolve("in"), 900_000, 7);
    try (TestWan wan = new TestWan(31)) {
      List<Transfer> transfers = new ArrayList<>(List.of(generated(0, 700_001), generated(1, 0),
          file(2, 800_000, folder.resolve("in"), 5, folder.resolve("out")),
          file(3, 0, folder.resolve("in"), 0, folder.resolve("empty"))));
      for (int i = 4; i < 600; i++) {
        transfers.add(generated(i, 100));
      }
      submit(wan, 0, transfers);
      Await.until("all is there", PATIENCE, () -> done(wan, 0).size() >= transfers.size());
      assertThat(done(wan, 0)).doesNotHaveDuplicates().hasSize(transfers.size());
      assertThat(Files.readAllBytes(folder.resolve("out"))).isEqualTo(Arrays.copyOfRange(content, 5, 800_005));
      assertThat(folder.resolve("empty")).isEmptyFile();
      assertThat(wan.controller().shuffle("A", SHUFFLE).getBytesByReducerList())
          .containsExactly(transfers.stream().mapToLong(Transfer::getBytes).sum());
    }
  }

  @Test
  void whatCannotBeReadOrWrittenIsReportedWithAReason() throws Exception {
    write(folder.resolve("in"), 1_000, 8);
    try (TestWan wan = new TestWan(32)) {
      submit(wan, 0, List.of(file(0, 10, folder.resolve("missing"), 0, folder.resolve("a")),
          file(1, 990, folder.resolve("in"), 11, folder.resolve("b")),
          file(2, 10, folder.resolve("in"), 0, folder.resolve("no/such/folder"))));
      Await.until("problems are reported", PATIENCE, () -> problems(wan, "A").size() >= 2 && !problems(wan, "B").isEmpty());
      assertThat(problems(wan, "A")).anySatisfy(problem -> assertThat(problem).startsWith("0: ").contains("missing"))
          .anySatisfy(problem -> assertThat(problem).startsWith("1: ").contains("1000 bytes"));
      assertThat(problems(wan, "B")).anySatisfy(problem -> assertThat(problem).startsWith("2: ").contains("no folder"));
    }
  }

  @Test
  void aCutLinkIsWorkedAround() throws Exception {
    try (TestWan wan = new TestWan(33)) {
      submit(wan, 0, List.of(generated(0, 6_000_000)));
      Await.until("bytes flow", PATIENCE, () -> wan.delivered("A-B") > 300_000);
      wan.link("A", "B").cut();
      Await.until("all is there", PATIENCE, () -> done(wan, 0).size() == 1);
      assertThat(wan.delivered("A-C-B")).isPositive();
    }
  }

  @Test
  void aReceiverThatBeginsAnewGetsEverythingAgain() throws Exception {
    byte[] content = write(folder.resolve("in"), 500_000, 9);
    try (TestWan wan = new TestWan(34)) {
      List<Transfer> transfers = List.of(generated(0, 400_000),
          file(1, 500_000, folder.resolve("in"), 0, folder.resolve("out")));
      submit(wan, 0, transfers);
      Await.until("all is there", PATIENCE, () -> done(wan, 0).size() == 2);
      Files.delete(folder.resolve("out"));
      submit(wan, 1, transfers);
      Await.until("all is there again", PATIENCE, () -> done(wan, 1).size() == 2);
      assertThat(Files.readAllBytes(folder.resolve("out"))).isEqualTo(content);
    }
  }

  @Test
  void anAgentThatRestartsInTheMiddleGoesOn() throws Exception {
    try (TestWan wan = new TestWan(35)) {
      List<Transfer> transfers = List.of(generated(0, 3_000_000), generated(1, 3_000_000));
      submit(wan, 0, transfers);
      Await.until("bytes flow", PATIENCE, () -> wan.delivered("A-B") > 300_000);
      wan.stopAgent("B");
      Await.until("B is gone", PATIENCE, () -> !wan.controller().isAttached("B"));
      wan.startAgent("B");
      submit(wan, 0, transfers);
      Await.until("all is there", PATIENCE, () -> done(wan, 0).containsAll(List.of(0, 1)));
    }
  }

  @Test
  void whatIsCancelledLeavesNothing() throws Exception {
    write(folder.resolve("in"), 5_000_000, 10);
    try (TestWan wan = new TestWan(36)) {
      submit(wan, 0, List.of(file(0, 5_000_000, folder.resolve("in"), 0, folder.resolve("out"))));
      Await.until("it has begun", PATIENCE, this::isUnfinished);
      ControllerMessage ended = ControllerMessage.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle(SHUFFLE)).build();
      wan.controller().send("A", ended);
      wan.controller().send("B", ended);
      Await.until("nothing is left", PATIENCE, () -> !isUnfinished());
      assertThat(folder.resolve("out")).doesNotExist();
    }
  }

  private boolean isUnfinished() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.anyMatch(file -> file.toString().endsWith(".terra-part"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aSecondShuffleForTheSameFileIsToldAndTheFirstIsWhole() throws Exception {
    byte[] content = write(folder.resolve("in"), 2_000_000, 11);
    write(folder.resolve("other"), 2_000_000, 12);
    try (TestWan wan = new TestWan(37)) {
      submit(wan, 0, List.of(file(0, 2_000_000, folder.resolve("in"), 0, folder.resolve("out"))));
      Await.until("it has begun", PATIENCE, this::isUnfinished);
      SubmittedPart.Builder second = SubmittedPart.newBuilder().setShuffle("second")
          .putReceivers(0, Receiver.newBuilder().setSite("B").build());
      Transfer same = file(0, 2_000_000, folder.resolve("other"), 0, folder.resolve("out"));
      wan.controller().send("A", command(second.clone().addOutgoing(same)));
      wan.controller().send("B", command(second.clone().addIncoming(same)));

      Await.until("the second one is told", PATIENCE, () -> problems(wan, "B").stream()
          .anyMatch(problem -> problem.contains("out is the target of transfer 0 of shuffle " + SHUFFLE)));
      Await.until("the first one is there", PATIENCE, () -> done(wan, 0).size() == 1);
      assertThat(Files.readAllBytes(folder.resolve("out"))).isEqualTo(content);
    }
  }

  @Test
  void aSourceThatIsReplacedWhileItIsSentIsNeverReportedComplete() throws Exception {
    write(folder.resolve("in"), 4_000_000, 13);
    write(folder.resolve("new"), 4_000_000, 14);
    try (TestWan wan = new TestWan(38)) {
      submit(wan, 0, List.of(file(0, 4_000_000, folder.resolve("in"), 0, folder.resolve("out"))));
      Await.until("it has begun", PATIENCE, this::isUnfinished);
      Files.move(folder.resolve("new"), folder.resolve("in"), StandardCopyOption.REPLACE_EXISTING);

      Await.until("the sender says why", PATIENCE, () -> problems(wan, "A").stream()
          .anyMatch(problem -> problem.contains("was written to or replaced after its shuffle was submitted")));
      assertThat(done(wan, 0)).isEmpty();
      assertThat(folder.resolve("out")).doesNotExist();
    }
  }
}
