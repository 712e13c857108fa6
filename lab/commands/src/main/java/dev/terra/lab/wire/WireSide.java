package dev.terra.lab.wire;

import dev.terra.agent.tls.AgentTls;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsPaths;
import dev.terra.core.wan.SiteId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** One side of a run of {@code bench wire}, in a process of its own. */
@Command(name = "wire-side", description = "One side of bench wire.")
public final class WireSide implements Callable<Integer> {
  enum Role { SEND, RECEIVE, RAW_SEND, RAW_RECEIVE, COPY_SEND, COPY_RECEIVE }

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
          new SendingEnd(source, load, port, side, tlsOf(End.SENDER)).awaitAndClose();
        }
      }
      case RECEIVE -> {
        ReceivingEnd end = new ReceivingEnd(load, side, tlsOf(End.RECEIVER));
        System.out.println(Side.PORT + end.port());
        end.awaitAndClose();
      }
      case RAW_SEND, COPY_SEND -> RawBytes.send(file, load.totalBytes(), port, role == Role.COPY_SEND, side);
      case RAW_RECEIVE, COPY_RECEIVE -> RawBytes.receive(load.totalBytes(), role == Role.COPY_RECEIVE, side);
    }
    return 0;
  }

  /** The files that {@code ./terra certs} made for a site; they live as long as the process. */
  private Optional<AgentTls> tlsOf(SiteId site) throws TlsException {
    return tls == null ? Optional.empty()
        : Optional.of(AgentTls.open(TlsPaths.in(tls.resolve("sites").resolve(site.name())), PeerIdentity.site(site.name()),
            System.err::println, System.err::println));
  }
}
