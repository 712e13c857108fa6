package dev.terra.lab.wire;

import com.google.common.base.Ticker;
import dev.terra.agent.tls.AgentTls;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsPaths;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** One side of a run of {@code bench wire}, in a process of its own. */
@Command(name = "wire-side", description = "One side of bench wire.")
public final class WireSide implements Callable<Integer> {
  enum Role { SEND, RELAY, RECEIVE, RAW_SEND, RAW_RECEIVE, COPY_SEND, COPY_RECEIVE }

  @Option(names = "--role", required = true)
  private Role role;

  @Option(names = "--file")
  private Path file;

  /** The ports of the agents on the path; for a raw sender, the receiver's port. */
  @Option(names = "--ports", split = ",")
  private List<Integer> ports = new ArrayList<>();

  @Option(names = "--self")
  private int self;

  @Option(names = "--segment-bytes", required = true)
  private long segmentBytes;

  @Option(names = "--segments", required = true)
  private int segments;

  @Option(names = "--jobs", required = true)
  private int jobs;

  @Option(names = "--tls")
  private Path tls;

  /** Runs a side. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new WireSide()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    WireLoad load = new WireLoad(jobs, segments, segmentBytes);
    Side side = new Side(load.warmBytes());
    switch (role) {
      case SEND -> {
        try (SegmentFile source = new SegmentFile(file, segmentBytes)) {
          new SendingEnd(source, load, place(), side, ownTls()).awaitAndClose();
        }
      }
      case RELAY -> relay(side);
      case RECEIVE -> {
        ReceivingEnd end = new ReceivingEnd(load, place(), side, ownTls());
        System.out.println(Side.PORT + place().port());
        end.awaitAndClose();
      }
      case RAW_SEND, COPY_SEND -> RawBytes.send(file, load.totalBytes(), ports.get(0), role == Role.COPY_SEND, side);
      case RAW_RECEIVE, COPY_RECEIVE -> RawBytes.receive(load.totalBytes(), role == Role.COPY_RECEIVE, side);
    }
    return 0;
  }

  private WirePlace place() {
    return new WirePlace(ports, self);
  }

  /** Relays until the next line of input or its end, and measures from the first line on. */
  private void relay(Side side) throws IOException, InterruptedException {
    RelayingEnd end = new RelayingEnd(place(), ownTls());
    System.out.println(Side.PORT + place().port());
    try (BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      Side.next(orders, Side.WARM);
      side.begin(0, Ticker.systemTicker().read());
      if (orders.readLine() != null) {
        System.out.println(side.result(0, Ticker.systemTicker().read()));
      }
    }
    end.finish();
    end.awaitAndClose();
  }

  /** Returns TLS by the files of the agent's site. It is open as long as the process. */
  private Optional<AgentTls> ownTls() throws TlsException {
    String site = place().site().name();
    return tls == null ? Optional.empty() : Optional.of(AgentTls.open(
        TlsPaths.in(tls.resolve("sites").resolve(site)), PeerIdentity.site(site), System.err::println, System.err::println));
  }
}
