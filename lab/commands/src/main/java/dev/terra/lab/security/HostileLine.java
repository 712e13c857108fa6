package dev.terra.lab.security;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameHeader;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.v1.PipeAnswer;
import dev.terra.api.v1.PipeOpen;
import dev.terra.api.v1.TunnelHello;
import dev.terra.api.v1.TunnelWelcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The actions of a process that has the certificate of C's agent at B's tunnel port: it opens C's line, orders pipes by
 * it, and begins them.
 */
final class HostileLine implements AutoCloseable {
  /** The version of the tunnel protocol. */
  static final int VERSION = 6;
  private static final byte[] PIPE = {'T', 'P', 'I', 'P'};

  private final Socket socket;

  private HostileLine(Socket socket) {
    this.socket = socket;
  }

  /** Opens a line from C to B. */
  static HostileLine open(SecurityBed bed) throws IOException {
    HostileLine line = new HostileLine(connect(bed, "C"));
    TunnelWelcome welcome = greet(line.socket, hello("C-gw", 1, 1, "C", "B").setLine(true).build());
    if (!welcome.getRefusal().isEmpty()) {
      line.close();
      throw new IllegalStateException("C's own line was refused: " + welcome.getRefusal());
    }
    return line;
  }

  /** Opens a connection to B with the certificate of a site's agent. */
  static Socket connect(SecurityBed bed, String as) throws IOException {
    return HostileClient.connect(SecurityBed.agentIp(as), bed.tunnels("B"),
        Optional.of(Papers.context(Optional.of(bed.papers().of(PeerIdentity.site(as))))));
  }

  static TunnelHello.Builder hello(String agent, long session, int hop, String... path) {
    return TunnelHello.newBuilder().setProtocolVersion(VERSION).setNewestVersion(VERSION).addAllPath(Arrays.asList(path)).setHop(hop)
        .setAgent(agent).setSession(session);
  }

  /** Sends a hello, and returns the answer. */
  static TunnelWelcome greet(Socket socket, TunnelHello hello) throws IOException {
    say(socket, FrameType.HELLO, hello);
    return TunnelWelcome.parseFrom(next(socket, FrameType.WELCOME));
  }

  /** Sends a frame. */
  static void say(Socket socket, FrameType type, MessageLite message) throws IOException {
    socket.getOutputStream().write(bytes(Frame.control(UnpooledByteBufAllocator.DEFAULT, type, 1, message)));
    socket.getOutputStream().flush();
  }

  private static byte[] bytes(ByteBuf frame) {
    try {
      return ByteBufUtil.getBytes(frame);
    } finally {
      frame.release();
    }
  }

  /** Returns the payload of the next frame of a type. */
  static ByteString next(Socket socket, FrameType type) throws IOException {
    while (true) {
      byte[] head = socket.getInputStream().readNBytes(FrameHeader.BYTES);
      if (head.length < FrameHeader.BYTES) {
        throw new IOException("the connection ended");
      }
      FrameHeader header = FrameHeader.read(Unpooled.wrappedBuffer(head), 0);
      byte[] payload = socket.getInputStream().readNBytes(header.length());
      socket.getInputStream().readNBytes(FrameHeader.TRAILER_BYTES);
      if (header.type() == type) {
        return ByteString.copyFrom(payload);
      }
    }
  }

  /** Orders a pipe. The answer contains its number, or the reason of a refusal. */
  PipeAnswer order(int place, String... path) throws IOException {
    return order(1, place, path).get(0);
  }

  /** Orders several pipes at once. */
  List<PipeAnswer> order(int pipes, int place, String... path) throws IOException {
    ByteArrayOutputStream orders = new ByteArrayOutputStream();
    for (int i = 1; i <= pipes; i++) {
      orders.writeBytes(bytes(Frame.control(UnpooledByteBufAllocator.DEFAULT, FrameType.PIPE_OPEN, 0,
          PipeOpen.newBuilder().setRequest(i).setPlace(place).addAllPath(Arrays.asList(path)).build())));
    }
    socket.getOutputStream().write(orders.toByteArray());
    socket.getOutputStream().flush();
    List<PipeAnswer> answers = new ArrayList<>();
    while (answers.size() < pipes) {
      answers.add(PipeAnswer.parseFrom(next(socket, FrameType.PIPE_ANSWER)));
    }
    return answers;
  }

  /** Opens a plain connection to B that begins with a number. */
  static Socket begin(SecurityBed bed, ByteString number) throws IOException {
    Socket pipe = HostileClient.connect(SecurityBed.agentIp("C"), bed.tunnels("B"), Optional.empty());
    ByteArrayOutputStream opening = new ByteArrayOutputStream();
    opening.writeBytes(PIPE);
    opening.writeBytes(number.toByteArray());
    pipe.getOutputStream().write(opening.toByteArray());
    pipe.getOutputStream().flush();
    return pipe;
  }

  /** Starts TLS in a pipe. */
  static Socket encrypted(Socket pipe, SSLContext tls) throws IOException {
    return tls.getSocketFactory().createSocket(pipe, "B", 1, true);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
