package dev.terra.lab.security;

import com.google.protobuf.MessageLite;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameHeader;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.v1.ProducerOutput;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.api.v1.TunnelHello;
import dev.terra.api.v1.TunnelWelcome;
import dev.terra.certs.IssuedCertificate;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** Attempts at the tunnel port of B's agent: to impersonate A's agent, and, with C's own certificate, to report what is A's. */
final class TunnelAttempts {
  private static final String PORT = "tunnel port (7200)";
  private static final int VERSION = HostileLine.VERSION;
  private static final int QUIET_MILLIS = 1_500;

  private final SecurityBed bed;

  TunnelAttempts(SecurityBed bed) {
    this.bed = bed;
  }

  /** Returns all attempts. */
  List<Attempt> all() {
    Papers papers = bed.papers();
    return List.of(
        new Attempt(PORT, "open: without TLS", () -> open(Optional.empty(), "A")),
        new Attempt(PORT, "open: without a certificate", () -> open(Optional.of(Papers.context(Optional.empty())), "A")),
        new Attempt(PORT, "open: an expired certificate", () -> open(with(papers.expired(PeerIdentity.site("A"))), "A")),
        new Attempt(PORT, "open: another authority's certificate", () -> open(with(papers.foreign(PeerIdentity.site("A"))), "A")),
        new Attempt(PORT, "open: a node's certificate", () -> open(with(papers.of(PeerIdentity.node("A"))), "A")),
        new Attempt(PORT, "forge: another site's certificate", () -> open(with(papers.of(PeerIdentity.site("C"))), "A")),
        new Attempt(PORT, "end a job: a neighbour whose shuffle it is not", this::endJob),
        new Attempt(PORT, "read: a neighbour that was taken over asks for a job of which no reader is there", this::read));
  }

  private static Optional<SSLContext> with(IssuedCertificate own) {
    return Optional.of(Papers.context(Optional.of(own)));
  }

  static byte[] frame(FrameType type, MessageLite message) {
    ByteBuf frame = Frame.control(UnpooledByteBufAllocator.DEFAULT, type, 1, message);
    try {
      return ByteBufUtil.getBytes(frame);
    } finally {
      frame.release();
    }
  }

  private static TunnelHello hello(String from, String to) {
    return TunnelHello.newBuilder().setProtocolVersion(VERSION).addPath(from).addPath(to).setHop(1).setAgent(from + "-gw").setSession(1)
        .build();
  }

  private Socket connect(Optional<SSLContext> tls, String from, String to) throws IOException {
    return HostileClient.connect(SecurityBed.agentIp(from), bed.tunnels(to), tls);
  }

  private TrialOutcome open(Optional<SSLContext> tls, String site) throws IOException {
    try (Socket socket = connect(tls, site, "B")) {
      TunnelWelcome welcome = greet(socket, site, "B");
      return welcome.getRefusal().isEmpty() ? TrialOutcome.served("welcomed as " + site) : TrialOutcome.refused(welcome.getRefusal());
    }
  }

  private static TunnelWelcome greet(Socket socket, String from, String to) throws IOException {
    socket.getOutputStream().write(frame(FrameType.HELLO, hello(from, to)));
    socket.getOutputStream().flush();
    return TunnelWelcome.parseFrom(payload(socket.getInputStream()));
  }

  /** Returns the payload of the next frame; {@code FrameHeader} describes where the lengths are. */
  private static byte[] payload(InputStream stream) throws IOException {
    DataInputStream in = new DataInputStream(stream);
    byte[] head = in.readNBytes(FrameHeader.BYTES);
    if (head.length < FrameHeader.BYTES) {
      throw new IOException("the connection ended");
    }
    int length = FrameHeader.read(Unpooled.wrappedBuffer(head), 0).length();
    byte[] payload = in.readNBytes(length);
    in.readNBytes(FrameHeader.TRAILER_BYTES);
    return payload;
  }

  /** Reports the end of A's shuffle. C is a neighbour of B and may open a tunnel, but may not end A's shuffle. */
  private TrialOutcome endJob() throws IOException, InterruptedException {
    try (Socket socket = connect(with(bed.papers().of(PeerIdentity.site("C"))), "C", "B")) {
      TunnelWelcome welcome = greet(socket, "C", "B");
      if (!welcome.getRefusal().isEmpty()) {
        return TrialOutcome.refused("not even taken in: " + welcome.getRefusal());
      }
      socket.getOutputStream().write(frame(FrameType.SHUFFLE_ENDED, ShuffleEnded.newBuilder().setShuffle(BedNode.JOB).build()));
      socket.getOutputStream().flush();
      Thread.sleep(QUIET_MILLIS / 10);
    }
    long bytes = new HonestReader(bed).read(3, 1).bytes();
    return bytes == BedNode.PART_BYTES ? TrialOutcome.refused("the job is still served") : TrialOutcome.served("the job is over");
  }

  /** Requests from A's agent, as C's, what only B's reader has proved that it may read. */
  private TrialOutcome read() throws IOException {
    try (Socket socket = connect(with(bed.papers().of(PeerIdentity.site("C"))), "C", "A")) {
      TunnelWelcome welcome = greet(socket, "C", "A");
      if (!welcome.getRefusal().isEmpty()) {
        return TrialOutcome.refused("not even taken in: " + welcome.getRefusal());
      }
      SegmentRequest request = SegmentRequest.newBuilder().setShuffle(BedNode.JOB).setOriginIp(SecurityBed.nodeIp("A")).setUndecided(true)
          .setPartition(4).addOutputs(ProducerOutput.getDefaultInstance()).addWantedBytes(BedNode.PART_BYTES).build();
      socket.getOutputStream().write(frame(FrameType.REQUEST, request));
      socket.getOutputStream().flush();
      return listen(socket);
    }
  }

  private static TrialOutcome listen(Socket socket) throws IOException {
    socket.setSoTimeout(QUIET_MILLIS);
    try {
      for (int frames = 0; frames < 100; frames++) {
        byte[] head = socket.getInputStream().readNBytes(FrameHeader.BYTES);
        FrameHeader header = FrameHeader.read(Unpooled.wrappedBuffer(head), 0);
        if (header.type() == FrameType.META || header.type() == FrameType.DATA) {
          return TrialOutcome.served("a frame of type " + header.type());
        }
        socket.getInputStream().readNBytes(header.length() + FrameHeader.TRAILER_BYTES);
      }
    } catch (SocketTimeoutException e) {
      return TrialOutcome.refused("no answer");
    }
    return TrialOutcome.refused("nothing of it");
  }
}
