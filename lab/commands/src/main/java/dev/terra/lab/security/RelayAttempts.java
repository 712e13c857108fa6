package dev.terra.lab.security;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameHeader;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.v1.Probe;
import dev.terra.api.v1.ProducerOutput;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.api.v1.ShuffleGrant;
import dev.terra.api.v1.TunnelHello;
import dev.terra.api.v1.TunnelWelcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a site that passes tunnels on tries: C, which was taken over, speaks in the name of A to B. All of it is tried with C's own, good
 * certificate, where no other is named.
 */
final class RelayAttempts {
  private static final String PORT = "tunnel port (7200), passed on";
  private static final int VERSION = 5;
  private static final int QUIET_MILLIS = 2_000;
  /** Of a made-up segment. */
  private static final long NUMBER = 4_711;
  private static final byte FORGED = 0x55;
  /** More than a site may have kept that nobody wants. */
  private static final int MANY = 120_000;

  private final SecurityBed bed;

  RelayAttempts(SecurityBed bed) {
    this.bed = bed;
  }

  /** All of them. */
  List<Attempt> all() {
    return List.of(
        new Attempt(PORT, "forge: a path that nobody plans, its first site unknown", () -> welcomed("C", 1, 2, "D", "C", "B")),
        new Attempt(PORT, "forge: a path that nobody plans, through B", () -> welcomed("C", 1, 2, "D", "C", "B", "A")),
        new Attempt(PORT, "forge: A's hello by C, of a session that A does not have", () -> welcomed("C", 1, 2, "A", "C", "B")),
        new Attempt(PORT, "forge: A's hello by C, of another agent's name", this::anotherName),
        new Attempt(PORT, "forge: the wrong neighbour, C as A before B", () -> welcomed("C", 1, 1, "A", "B")),
        new Attempt(PORT, "forge: the wrong neighbour, C as A at the second place", () -> welcomed("C", 1, 2, "C", "A", "B")),
        new Attempt(PORT, "forge: the wrong neighbour, A as C", () -> welcomed("A", 1, 2, "A", "C", "B")),
        new Attempt(PORT, "forge: the wrong place on the path", () -> welcomed("C", 1, 1, "A", "C", "B")),
        new Attempt(PORT, "end a job: that A's shuffle is over, passed on", this::endJob),
        new Attempt(PORT, "forge: A's bytes, whole and with their checksum, before A speaks", this::forgeBytes),
        new Attempt(PORT, "forge: that A cannot send, passed on", this::forgeProblem),
        new Attempt(PORT, "draw: B's words to A, by a round trip of 1 us", this::draw),
        new Attempt(PORT, "fill: " + MANY + " descriptions of segments and grants that nobody wants", this::fill));
  }

  private Socket connect(String as) throws IOException {
    return HostileClient.connect(SecurityBed.agentIp(as), bed.tunnels("B"), Optional.of(Papers.context(Optional.of(
        bed.papers().of(PeerIdentity.site(as))))));
  }

  private static byte[] bytes(ByteBuf frame) {
    try {
      return ByteBufUtil.getBytes(frame);
    } finally {
      frame.release();
    }
  }

  private static void say(Socket socket, FrameType type, MessageLite message) throws IOException {
    socket.getOutputStream().write(bytes(Frame.control(UnpooledByteBufAllocator.DEFAULT, type, 1, message)));
  }

  static TunnelWelcome greet(Socket socket, TunnelHello hello) throws IOException {
    say(socket, FrameType.HELLO, hello);
    socket.getOutputStream().flush();
    return TunnelWelcome.parseFrom(next(socket).payload());
  }

  private record Received(FrameType type, ByteString payload) {}

  private static Received next(Socket socket) throws IOException {
    byte[] head = socket.getInputStream().readNBytes(FrameHeader.BYTES);
    if (head.length < FrameHeader.BYTES) {
      throw new IOException("the connection ended");
    }
    FrameHeader header = FrameHeader.read(Unpooled.wrappedBuffer(head), 0);
    byte[] payload = socket.getInputStream().readNBytes(header.length());
    socket.getInputStream().readNBytes(FrameHeader.TRAILER_BYTES);
    return new Received(header.type(), ByteString.copyFrom(payload));
  }

  private static TunnelHello hello(String agent, long session, int hop, String... path) {
    return TunnelHello.newBuilder().setProtocolVersion(4).setNewestVersion(VERSION).addAllPath(Arrays.asList(path)).setHop(hop)
        .setAgent(agent).setSession(session).build();
  }

  private TrialOutcome welcomed(String as, long session, int hop, String... path) throws IOException {
    try (Socket socket = connect(as)) {
      TunnelWelcome welcome = greet(socket, hello(path[0] + "-gw", session, hop, path));
      return welcome.getRefusal().isEmpty() ? TrialOutcome.served("welcomed as " + path[0]) : TrialOutcome.refused(welcome.getRefusal());
    }
  }

  private TrialOutcome anotherName() throws IOException {
    try (Socket socket = connect("C")) {
      TunnelWelcome welcome = greet(socket, hello("A-other", session(), 2, "A", "C", "B"));
      return welcome.getRefusal().isEmpty() ? TrialOutcome.served("welcomed") : TrialOutcome.refused(welcome.getRefusal());
    }
  }

  /** A's session, which it tells its neighbours. */
  private long session() throws IOException {
    try (Socket socket = HostileClient.connect(SecurityBed.agentIp("C"), bed.tunnels("A"), Optional.of(Papers.context(Optional.of(
        bed.papers().of(PeerIdentity.site("C"))))))) {
      return greet(socket, hello("C-gw", 1, 1, "C", "A")).getSession();
    }
  }

  /** A connection that C passes on for A, on a path that is planned, of A's agent and session: that much it may. */
  private Socket passedOn() throws IOException {
    Socket socket = connect("C");
    TunnelWelcome welcome = greet(socket, hello("A-gw", session(), 2, "A", "C", "B"));
    if (!welcome.getRefusal().isEmpty()) {
      socket.close();
      throw new IllegalStateException("a planned path was refused: " + welcome.getRefusal());
    }
    return socket;
  }

  private TrialOutcome endJob() throws IOException, InterruptedException {
    try (Socket socket = passedOn()) {
      say(socket, FrameType.SHUFFLE_ENDED, ShuffleEnded.newBuilder().setShuffle(BedNode.JOB).build());
      socket.getOutputStream().flush();
      Thread.sleep(QUIET_MILLIS / 10);
      return served(40, "the job is still served");
    }
  }

  private TrialOutcome served(int partition, String words) throws IOException {
    HonestReader.Reading reading = new HonestReader(bed).read(partition, 1);
    return reading.bytes() == BedNode.PART_BYTES && reading.isAll((byte) 0) ? TrialOutcome.refused(words)
        : TrialOutcome.served(reading.bytes() + " bytes, not all of them A's");
  }

  private static SegmentMeta.Builder meta(int partition) {
    return SegmentMeta.newBuilder().setSegment(NUMBER).setShuffle(BedNode.JOB).setPartition(partition).setPartitionCount(0)
        .setOutput(ProducerOutput.getDefaultInstance()).setOriginIp(SecurityBed.nodeIp("A")).setPartLength(BedNode.PART_BYTES)
        .setRawLength(BedNode.PART_BYTES);
  }

  private TrialOutcome forgeBytes() throws IOException {
    byte[] forged = new byte[BedNode.PART_BYTES];
    Arrays.fill(forged, FORGED);
    try (Socket socket = passedOn()) {
      say(socket, FrameType.META, meta(41).setCrc32C(Checksum.of(forged)).build());
      int chunk = 200_000;
      for (int start = 0; start < forged.length; start += chunk) {
        byte[] part = Arrays.copyOfRange(forged, start, start + chunk);
        socket.getOutputStream().write(bytes(Frame.encode(UnpooledByteBufAllocator.DEFAULT,
            new FrameHeader(FrameType.DATA, 1, NUMBER, start, chunk), part, 0, Checksum.of(part))));
      }
      socket.getOutputStream().flush();
      return served(41, "the reader has what A sent");
    }
  }

  private TrialOutcome forgeProblem() throws IOException {
    try (Socket socket = passedOn()) {
      for (int i = 0; i < 1_000; i++) {
        say(socket, FrameType.META, meta(42).setProblem("no such map output").build());
      }
      socket.getOutputStream().flush();
      return served(42, "the reader has what A sent");
    }
  }

  private TrialOutcome draw() throws IOException {
    try (Socket socket = passedOn()) {
      say(socket, FrameType.PING, Probe.newBuilder().setSentNanos(1).setRttMicros(1).build());
      socket.getOutputStream().flush();
      new HonestReader(bed).read(43, 1);
      socket.setSoTimeout(QUIET_MILLIS);
      for (int frames = 0; frames < 1_000; frames++) {
        FrameType type = next(socket).type();
        if (type != FrameType.PING && type != FrameType.PONG) {
          return TrialOutcome.served("a frame of type " + type);
        }
      }
      return TrialOutcome.refused("probes only");
    } catch (SocketTimeoutException e) {
      return TrialOutcome.refused("nothing but probes");
    }
  }

  /** By its own tunnel, as itself. */
  private TrialOutcome fill() throws IOException {
    try (Socket socket = connect("C")) {
      TunnelWelcome welcome = greet(socket, hello("C-gw", 1, 1, "C", "B"));
      if (!welcome.getRefusal().isEmpty()) {
        return TrialOutcome.refused("not even taken in: " + welcome.getRefusal());
      }
      for (int i = 0; i < MANY; i++) {
        say(socket, FrameType.META, meta(i).setSegment(i).setShuffle("made-up-" + i).setOriginIp(SecurityBed.nodeIp("C")).build());
        say(socket, FrameType.GRANT, ShuffleGrant.newBuilder().setShuffle("made-up-"
            + i).setKey(ByteString.copyFrom(new byte[32])).build());
      }
      socket.getOutputStream().flush();
      return served(44, "the job is still served");
    }
  }
}
