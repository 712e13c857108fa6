package dev.terra.lab.replay;

import dev.terra.api.client.ShuffleClient;
import dev.terra.api.client.TransferMatrix;
import dev.terra.api.client.TransferMatrix.SeedSource;
import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsPaths;
import dev.terra.cli.tls.TlsOption;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A job master for scripts: reads lines {@code TASK FROM TO BYTES SEED [FROM TO BYTES SEED ...]} until its input ends, each
 * a shuffle of its own, and prints {@code done TASK} or {@code failed TASK REASON} as they end. Says "ready" when the controller listens.
 */
@Command(name = "submit-lines", hidden = true, description = "Submits a shuffle for each line of its input.")
public final class SubmitLinesCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int WORDS_OF_A_TRANSFER = 4;

  @Option(names = "--controller", required = true)
  private String controller;

  @Mixin private TlsOption tls;

  @Override
  public Integer call() throws IOException, InterruptedException, TlsException {
    PrintStream out = System.out;
    try (ShuffleClient client = open()) {
      client.awaitConnected(PATIENCE);
      say(out, "ready");
      BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        submit(client, line.split(" "), out);
      }
    }
    return 0;
  }

  private ShuffleClient open() throws TlsException {
    return tls.folder().isPresent()
        ? ShuffleClient.open(controller, PATIENCE, TlsPaths.in(tls.folder().get())) : ShuffleClient.open(controller, PATIENCE);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // its end is printed
  private static void submit(ShuffleClient client, String[] words, PrintStream out) {
    String task = words[0];
    client.submitShuffle(task, matrix(words), progress -> { }).whenComplete((result, failure) ->
        say(out, failure == null ? "done " + task : "failed " + task + " " + oneLine(failure)));
  }

  private static String oneLine(Throwable failure) {
    return Optional.ofNullable(failure.getMessage()).orElse(failure.toString()).replaceAll("\\s+", " ");
  }

  /** The matrix that a line describes: a receiver at each site that gets anything. Tasks with the same words before a slash are a group. */
  static TransferMatrix matrix(String[] words) {
    if (words.length < 1 + WORDS_OF_A_TRANSFER || (words.length - 1) % WORDS_OF_A_TRANSFER != 0) {
      throw new IllegalArgumentException("expected TASK FROM TO BYTES SEED [FROM TO BYTES SEED ...], got " + String.join(" ", words));
    }
    TransferMatrix.Builder matrix = TransferMatrix.builder();
    List<String> receivers = new ArrayList<>();
    for (int at = 1, number = 0; at < words.length; at += WORDS_OF_A_TRANSFER, number++) {
      if (!receivers.contains(words[at + 1])) {
        matrix.receiver(receivers.size(), words[at + 1]);
        receivers.add(words[at + 1]);
      }
      matrix.transfer(number, words[at], receivers.indexOf(words[at + 1]), Long.parseLong(words[at + 2]),
          new SeedSource(Long.parseLong(words[at + 3])), null);
    }
    int slash = words[0].lastIndexOf('/');
    return slash > 0 ? matrix.group(words[0].substring(0, slash)).build() : matrix.build();
  }

  private static synchronized void say(PrintStream out, String line) {
    out.println(line);
    out.flush();
  }
}
