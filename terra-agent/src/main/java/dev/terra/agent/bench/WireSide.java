package dev.terra.agent.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** One side of a run of {@code bench wire}, in a process of its own. */
@Command(name = "wire-side", description = "One side of bench wire.")
public final class WireSide implements Callable<Integer> {
  enum Role { SEND, RECEIVE, RAW_SEND, RAW_RECEIVE }

  @Option(names = "--role", required = true)
  private Role role;

  @Option(names = "--file")
  private Path file;

  @Option(names = "--port")
  private int port;

  @Option(names = "--segment-bytes", required = true)
  private long segmentBytes;

  @Option(names = "--segments", required = true)
  private int segments;

  /** Runs a side. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new WireSide()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    long totalBytes = segmentBytes * segments;
    Side side = new Side(totalBytes / 5);
    switch (role) {
      case SEND -> {
        try (SegmentFile source = new SegmentFile(file, segmentBytes)) {
          new SendingEnd(source, totalBytes, port, side).awaitAndClose();
        }
      }
      case RECEIVE -> {
        ReceivingEnd end = new ReceivingEnd(segments, totalBytes, side);
        System.out.println("port " + end.port());
        end.awaitAndClose();
      }
      case RAW_SEND -> RawSendfile.send(file, totalBytes, port, side);
      case RAW_RECEIVE -> RawSendfile.receive(totalBytes, side);
    }
    return 0;
  }
}
