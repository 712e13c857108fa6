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
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A hidden command that is a job master for scripts. It reads lines {@code TASK GROUP FROM TO BYTES SEED [FROM TO BYTES
 * SEED ...]} until its input ends, each a shuffle of its own, and prints {@code done TASK} or {@code failed TASK
 * REASON} as they end. Shuffles of the same group are waited for as a whole; each four words after the group are one
 * transfer. It prints "ready" when it is connected to the controller.
 */
@Command(name = "submit-lines", hidden = true, description = "Submits a shuffle for each line of its input.")
public final class SubmitLinesCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int WORDS_BEFORE_TRANSFERS = 2;
  private static final int WORDS_OF_A_TRANSFER = 4;
  /** The most transfers of a bundle, even if the bundle has more flows. */
  private static final int MOST_TRANSFERS_OF_A_BUNDLE = 8;

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

  @SuppressWarnings("FutureReturnValueIgnored") // the end of the shuffle is printed
  private static void submit(ShuffleClient client, String[] words, PrintStream out) {
    String task = words[0];
    client.submitShuffle(task, matrix(words), progress -> { }).whenComplete((result, failure) ->
        say(out, failure == null ? "done " + task : "failed " + task + " " + oneLine(failure)));
  }

  private static String oneLine(Throwable failure) {
    return Optional.ofNullable(failure.getMessage()).orElse(failure.toString()).replaceAll("\\s+", " ");
  }

  /** Returns the line that submits a shuffle: in the group of its job, with a transfer for each flow of a bundle, up to eight. */
  static String line(WireShuffle shuffle) {
    StringJoiner line = new StringJoiner(" ").add(shuffle.id()).add(shuffle.job());
    shuffle.bundles().stream().flatMap(bundle -> bundle.parts(MOST_TRANSFERS_OF_A_BUNDLE).stream()).forEach(part -> line
        .add(part.from().name()).add(part.to().name()).add(Long.toString(part.bytes())).add(Long.toString(part.seed())));
    return line.toString();
  }

  /** Returns the matrix that a line describes, with a receiver at each site that receives bytes. */
  static TransferMatrix matrix(String[] words) {
    int inTransfers = words.length - WORDS_BEFORE_TRANSFERS;
    if (inTransfers < WORDS_OF_A_TRANSFER || inTransfers % WORDS_OF_A_TRANSFER != 0) {
      throw new IllegalArgumentException("expected TASK GROUP FROM TO BYTES SEED [FROM TO BYTES SEED ...], got " + String.join(" ", words));
    }
    TransferMatrix.Builder matrix = TransferMatrix.builder().group(words[1]);
    List<String> receivers = new ArrayList<>();
    for (int at = WORDS_BEFORE_TRANSFERS, number = 0; at < words.length; at += WORDS_OF_A_TRANSFER, number++) {
      if (!receivers.contains(words[at + 1])) {
        matrix.receiver(receivers.size(), words[at + 1]);
        receivers.add(words[at + 1]);
      }
      matrix.transfer(number, words[at], receivers.indexOf(words[at + 1]), Long.parseLong(words[at + 2]),
          new SeedSource(Long.parseLong(words[at + 3])), null);
    }
    return matrix.build();
  }

  private static synchronized void say(PrintStream out, String line) {
    out.println(line);
    out.flush();
  }
}
