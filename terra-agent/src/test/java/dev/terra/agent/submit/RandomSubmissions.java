package dev.terra.agent.submit;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.terra.agent.support.Await;
import dev.terra.agent.support.TestWan;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.FilePart;
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
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random shuffles of files between real agents. At random moments, their sources are written to or replaced, agents are started again, and
 * shuffles are cancelled; several shuffles have the same target. This class plays the controller, which has the time at which each shuffle
 * was submitted.
 */
final class RandomSubmissions implements AutoCloseable {
  private static final int SHUFFLES = 6;
  private static final int SOURCES = 5;
  private static final int TARGETS = 4;
  private static final int STEPS = 30;
  private static final int MOST_BYTES = 400_000;
  private static final long TICK_NANOS = 20_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Random random;
  private final Path folder = Files.createTempDirectory("terra-submitted");
  private final TestWan wan;
  private final Map<String, Submission> running = new HashMap<>();
  private final List<String> wrong = new ArrayList<>();
  private final Map<Integer, byte[]> sources = new HashMap<>();
  private int reportsSeen;
  private int problemsSeen;
  private int submitted;
  private int done;

  /** One shuffle of one file. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Submission(Transfer transfer, byte[] content, Path target, long nanos) {}

  RandomSubmissions(long seed) throws IOException {
    random = new Random(seed);
    wan = new TestWan(seed);
  }

  /** Returns a description of each transfer that was reported as done and is not. */
  List<String> wrong() {
    return wrong;
  }

  /** Returns how many transfers were reported as done. */
  int done() {
    return done;
  }

  void run() throws IOException {
    awaitAgents();
    for (int source = 0; source < SOURCES; source++) {
      write(source);
    }
    for (int step = 0; step < STEPS; step++) {
      step();
      look();
    }
    awaitAll();
    submit();
    awaitAll();
  }

  private void awaitAll() {
    Await.until("all is done, failed or cancelled", PATIENCE, () -> {
      look();
      return running.isEmpty();
    });
  }

  private void awaitAgents() {
    Await.until("agents are attached", PATIENCE, () -> wan.controller().isAttached("A") && wan.controller().isAttached("B"));
  }

  private void step() throws IOException {
    switch (random.nextInt(10)) {
      case 0 -> restart("A");
      case 1 -> restart("B");
      case 2 -> cancel();
      case 3, 4 -> write(random.nextInt(SOURCES));
      case 5 -> replace(random.nextInt(SOURCES));
      default -> submit();
    }
  }

  private Path source(int number) {
    return folder.resolve("source" + number);
  }

  private byte[] content(int number) {
    byte[] before = sources.get(number);
    byte[] content = new byte[before != null && random.nextBoolean() ? before.length : 1 + random.nextInt(MOST_BYTES)];
    random.nextBytes(content);
    sources.put(number, content);
    return content;
  }

  /** Writes a source in place, and now and then restores its old time. */
  private void write(int number) throws IOException {
    Path file = source(number);
    FileTime before = Files.exists(file) ? Files.getLastModifiedTime(file) : FileTime.fromMillis(0);
    Files.write(file, content(number));
    if (random.nextBoolean()) {
      Files.setLastModifiedTime(file, before);
    }
  }

  /** Replaces a source by a file whose time is before any shuffle. */
  private void replace(int number) throws IOException {
    Path other = Files.write(folder.resolve("other"), content(number));
    Files.setLastModifiedTime(other, FileTime.fromMillis(0));
    Files.move(other, source(number), StandardCopyOption.REPLACE_EXISTING);
  }

  private void submit() {
    if (running.size() >= SHUFFLES) {
      return;
    }
    int source = random.nextInt(SOURCES);
    byte[] content = sources.get(source).clone();
    Path target = folder.resolve("target" + random.nextInt(TARGETS));
    Transfer transfer = Transfer.newBuilder().setNumber(0).setFrom("A").setReceiver(0).setBytes(content.length)
        .setFile(FilePart.newBuilder().setPath(source(source).toString())).setToFile(target.toString()).build();
    String shuffle = "s" + submitted++;
    running.put(shuffle, new Submission(transfer, content, target, System.nanoTime()));
    double rate = 1e5 + random.nextInt(4_000_000);
    wan.controller().rates("A", shuffle, "B", Map.of("A-B", rate));
    tell("A", shuffle);
    tell("B", shuffle);
    awaitHeard(shuffle);
  }

  /**
   * Waits until changes of a source count as later than its shuffle's submission: the source's site has reported the shuffle, and the clock
   * of files has gone on.
   */
  private void awaitHeard(String shuffle) {
    Await.until(shuffle + " is heard of", PATIENCE, () -> wan.controller().shuffle("A", shuffle) != null);
    long nanos = System.nanoTime();
    Await.until("a tick", PATIENCE, () -> System.nanoTime() - nanos > TICK_NANOS);
  }

  private void tell(String site, String shuffle) {
    Submission submission = running.get(shuffle);
    long ageMillis = (System.nanoTime() - submission.nanos) / 1_000_000;
    SubmittedPart.Builder part = SubmittedPart.newBuilder().setShuffle(shuffle)
        .putReceivers(0, Receiver.newBuilder().setSite("B").build());
    Transfer aged = submission.transfer.toBuilder().setAgeMillis(ageMillis).build();
    wan.controller().send(site, ControllerMessage.newBuilder()
        .setSubmitted(site.equals("A") ? part.addOutgoing(aged) : part.addIncoming(aged)).build());
  }

  private void restart(String site) {
    wan.stopAgent(site);
    Await.until(site + " is gone", PATIENCE, () -> !wan.controller().isAttached(site));
    if (random.nextBoolean()) {
      changeWhileAway();
    }
    wan.startAgent(site);
    awaitAgents();
    running.keySet().forEach(shuffle -> {
      wan.controller().rates("A", shuffle, "B", Map.of("A-B", 2e6));
      tell(site, shuffle);
    });
  }

  private void changeWhileAway() {
    try {
      replace(random.nextInt(SOURCES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void cancel() {
    running.keySet().stream().sorted().findFirst().ifPresent(this::end);
  }

  private void end(String shuffle) {
    running.remove(shuffle);
    ControllerMessage ended = ControllerMessage.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle(shuffle)).build();
    wan.controller().send("A", ended);
    wan.controller().send("B", ended);
  }

  /** Takes the new reports of agents. The target of a finished transfer is checked before another shuffle can write it. */
  private void look() {
    List<TransferReport> reports = wan.controller().transfers("B");
    while (reportsSeen < reports.size()) {
      take(reports.get(reportsSeen++));
    }
    List<TransferReport> problems = wan.controller().transfers("A");
    while (problemsSeen < problems.size()) {
      take(problems.get(problemsSeen++));
    }
  }

  private void take(TransferReport report) {
    Submission submission = running.get(report.getShuffle());
    if (submission == null) {
      return;
    }
    if (report.getDoneCount() > 0) {
      done++;
      check(report.getShuffle(), submission);
    }
    end(report.getShuffle());
  }

  private void check(String shuffle, Submission submission) {
    try {
      if (!Arrays.equals(Files.readAllBytes(submission.target), submission.content)) {
        wrong.add(shuffle + " is done, and its target has other bytes than its source had");
      }
    } catch (IOException e) {
      wrong.add(shuffle + " is done, and its target cannot be read: " + e);
    }
  }

  @Override
  public void close() throws IOException {
    wan.close();
    MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
  }
}
