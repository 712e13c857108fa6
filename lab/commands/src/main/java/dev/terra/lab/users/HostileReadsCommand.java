package dev.terra.lab.users;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;

/**
 * A hidden command that runs on a testbed's host and tries to read a map output at every port of an approach, which is
 * its standard input.
 */
@Command(name = "hostile-reads", hidden = true, description = "Tries to read a map output, as standard input says.")
public final class HostileReadsCommand implements Callable<Integer> {
  /** The number of threads: most of the time is spent waiting for silent ports. */
  private static final int THREADS = 64;

  @Override
  public Integer call() throws IOException, InterruptedException, ExecutionException {
    ObjectMapper json = new ObjectMapper();
    HostileReads reads = new HostileReads(json.readValue(System.in, Approach.class));
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<PortAnswer> answers = new ArrayList<>();
      for (Future<PortAnswer> answer : threads.invokeAll(reads.all())) {
        answers.add(answer.get());
      }
      System.out.println(json.writeValueAsString(answers));
      return 0;
    } finally {
      threads.shutdownNow();
    }
  }
}
