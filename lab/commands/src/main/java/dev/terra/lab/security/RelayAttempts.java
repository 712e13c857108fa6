package dev.terra.lab.security;

import com.google.protobuf.ByteString;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.v1.PipeAnswer;
import dev.terra.api.v1.ProducerOutput;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.ShuffleGrant;
import dev.terra.api.v1.TunnelHello;
import dev.terra.api.v1.TunnelWelcome;
import dev.terra.certs.IssuedCertificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Attempts of a site that relays tunnels: C, which was taken over, with its own, valid certificate. It orders pipes,
 * begins them, and sends messages in them to B in the name of A; and it takes room.
 */
final class RelayAttempts {
  private static final String PORT = "tunnel port (7200), relay";
  private static final String[] PLANNED = {"A", "C", "B"};
  /** A time after which a number is no longer valid. */
  private static final int LATE_MILLIS = 3_500;
  private static final int QUIET_MILLIS = 2_000;
  private static final int PIPES = 1_000;
  /** The most bytes by which the heap may grow, which includes other work of the JVM. */
  private static final long MOST_GROWTH_BYTES = 48L << 20;
  /** More segments that no reader wants than B keeps for another site. */
  private static final int MANY = 120_000;

  private final SecurityBed bed;

  RelayAttempts(SecurityBed bed) {
    this.bed = bed;
  }

  /** Returns all attempts. */
  List<Attempt> all() {
    return List.of(
        attempt("forge: A's hello for a planned path, without a pipe", () -> welcomed("C", hello(2, PLANNED).setEndToEnd(true))),
        attempt("forge: A's hello for a planned path, as the version before", () -> welcomed("C", hello(2, PLANNED)
            .setProtocolVersion(5).setNewestVersion(5))),
        attempt("forge: the wrong neighbour, C as A before B", () -> welcomed("C", hello(1, "A", "B"))),
        attempt("forge: A's line by C", () -> welcomed("C", hello(1, "A", "B").setLine(true))),
        attempt("order: a pipe for a path that nobody plans, its first site unknown", () -> ordered(2, "D", "C", "B")),
        attempt("order: a pipe for a path that nobody plans, through B", () -> ordered(2, "D", "C", "B", "A")),
        attempt("order: a pipe on which it does not stand before B", () -> ordered(2, "C", "A", "B")),
        attempt("order: a pipe at the wrong place", () -> ordered(1, PLANNED)),
        attempt("begin: a number that nobody told", () -> begun(ByteString.copyFrom(new byte[16]))),
        attempt("begin: a number a second time", this::again),
        attempt("begin: a number too late", this::late),
        attempt("forge: A in its pipe, with C's certificate", () -> forged(bed.papers().of(PeerIdentity.site("C")))),
        attempt("forge: A in its pipe, with a certificate of A's node", () -> forged(bed.papers().of(PeerIdentity.node("A")))),
        attempt("forge: A in its pipe, with an expired certificate", () -> forged(bed.papers().expired(PeerIdentity.site("A")))),
        attempt("forge: A in its pipe, with another authority's certificate", () -> forged(bed.papers().foreign(PeerIdentity.site("A")))),
        attempt("forge: A in its pipe, without TLS", this::plain),
        attempt("fill: " + PIPES + " pipes that are ordered, and begun as far as they may be, and say nothing", this::halfOpen),
        attempt("fill: " + MANY + " descriptions of segments and grants that nobody wants", this::fill));
  }

  private static Attempt attempt(String name, Attempt.Trial trial) {
    return new Attempt(PORT, name, trial);
  }

  private static TunnelHello.Builder hello(int hop, String... path) {
    return HostileLine.hello(path[0] + "-gw", 1, hop, path);
  }

  private static TrialOutcome outcome(TunnelWelcome welcome) {
    return welcome.getRefusal().isEmpty() ? TrialOutcome.served("welcomed") : TrialOutcome.refused(welcome.getRefusal());
  }

  private TrialOutcome welcomed(String as, TunnelHello.Builder hello) throws IOException {
    try (Socket socket = HostileLine.connect(bed, as)) {
      return outcome(HostileLine.greet(socket, hello.build()));
    }
  }

  private TrialOutcome ordered(int place, String... path) throws IOException {
    try (HostileLine line = HostileLine.open(bed)) {
      PipeAnswer answer = line.order(place, path);
      return answer.getRefusal().isEmpty() ? TrialOutcome.served("promised") : TrialOutcome.refused(answer.getRefusal());
    }
  }

  /** Returns a number that B has issued for a planned pipe, which C may order. */
  private ByteString number() throws IOException {
    try (HostileLine line = HostileLine.open(bed)) {
      PipeAnswer answer = line.order(2, PLANNED);
      if (!answer.getRefusal().isEmpty()) {
        throw new IllegalStateException("a planned pipe was refused: " + answer.getRefusal());
      }
      return answer.getNumber();
    }
  }

  private TrialOutcome begun(ByteString number) throws IOException {
    try (Socket pipe = HostileLine.begin(bed, number)) {
      return ended(pipe);
    }
  }

  private static TrialOutcome ended(Socket pipe) throws IOException {
    pipe.setSoTimeout(QUIET_MILLIS);
    try {
      return pipe.getInputStream().read() < 0 ? TrialOutcome.refused("closed") : TrialOutcome.served("it answers");
    } catch (SocketTimeoutException e) {
      return TrialOutcome.served("it stands");
    }
  }

  private TrialOutcome again() throws IOException {
    ByteString number = number();
    try (Socket first = HostileLine.begin(bed, number)) {
      first.setSoTimeout(1);
      return begun(number);
    }
  }

  private TrialOutcome late() throws IOException, InterruptedException {
    ByteString number = number();
    Thread.sleep(LATE_MILLIS);
    return begun(number);
  }

  /** Returns whether B accepts the holder of a certificate at the end of A's pipe as A. */
  private TrialOutcome forged(IssuedCertificate shown) throws IOException {
    try (Socket pipe = HostileLine.begin(bed, number());
        Socket inside = HostileLine.encrypted(pipe, Papers.context(Optional.of(shown)))) {
      return outcome(HostileLine.greet(inside, hello(2, PLANNED).setEndToEnd(true).build()));
    }
  }

  private TrialOutcome plain() throws IOException {
    try (Socket pipe = HostileLine.begin(bed, number())) {
      return outcome(HostileLine.greet(pipe, hello(2, PLANNED).setEndToEnd(true).build()));
    }
  }

  private static long heap() {
    System.gc();
    Runtime java = Runtime.getRuntime();
    return java.totalMemory() - java.freeMemory();
  }

  private TrialOutcome halfOpen() throws IOException {
    List<Socket> begun = new ArrayList<>();
    long before = heap();
    try (HostileLine line = HostileLine.open(bed)) {
      for (PipeAnswer answer : line.order(PIPES, 2, PLANNED)) {
        begun.add(HostileLine.begin(bed, answer.getNumber()));
      }
      TrialOutcome read = served(45, "A's bytes arrive");
      long growth = heap() - before;
      return growth <= MOST_GROWTH_BYTES ? read : TrialOutcome.served("the heap has grown by " + (growth >> 20) + " MiB");
    } finally {
      begun.forEach(RelayAttempts::close);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Checks that an honest reader receives what A has. */
  private TrialOutcome served(int partition, String words) throws IOException {
    HonestReader.Reading reading = new HonestReader(bed).read(partition, 1);
    return reading.holds() ? TrialOutcome.refused(words)
        : TrialOutcome.served(reading.bytes() + " bytes, not all of them A's");
  }

  /** Fills B by C's own tunnel, in C's name. */
  private TrialOutcome fill() throws IOException {
    try (Socket socket = HostileLine.connect(bed, "C")) {
      TunnelWelcome welcome = HostileLine.greet(socket, hello(1, "C", "B").build());
      if (!welcome.getRefusal().isEmpty()) {
        return TrialOutcome.refused("not even taken in: " + welcome.getRefusal());
      }
      for (int i = 0; i < MANY; i++) {
        HostileLine.say(socket, FrameType.META, meta(i).build());
        HostileLine.say(socket, FrameType.GRANT, ShuffleGrant.newBuilder().setShuffle("made-up-"
            + i).setKey(ByteString.copyFrom(new byte[32])).build());
      }
      return served(44, "the job is still served");
    }
  }

  private static SegmentMeta.Builder meta(int number) {
    return SegmentMeta.newBuilder().setSegment(number).setShuffle("made-up-" + number).setPartition(number)
        .setOutput(ProducerOutput.getDefaultInstance()).setOriginIp(SecurityBed.nodeIp("C")).setPartLength(BedNode.PART_BYTES)
        .setRawLength(BedNode.PART_BYTES);
  }
}
