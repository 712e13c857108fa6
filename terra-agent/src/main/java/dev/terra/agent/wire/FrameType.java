package dev.terra.agent.wire;

import java.util.Optional;

/** The types of frames. The code is what crosses the wire; its meaning never changes. */
public enum FrameType {
  /** The first frame of a tunnel's connection, or of a line: {@code TunnelHello}. */
  HELLO(1),
  /** The far end's answer: {@code TunnelWelcome}. */
  WELCOME(2),
  /** {@code Probe} from the tunnel's opener. */
  PING(3),
  /** Returns a {@code Probe}. */
  PONG(4),
  /** Bytes of a segment. */
  DATA(5),
  /** {@code SegmentAck}. */
  ACK(6),
  /** {@code SegmentMeta}. */
  META(7),
  /** {@code SegmentRequest}. */
  REQUEST(8),
  /** {@code AheadCredit}. */
  CREDIT(9),
  /** {@code ShuffleEnded}. */
  SHUFFLE_ENDED(10),
  /** {@code HandlerDirectory}. */
  DIRECTORY(11),
  /** {@code ShuffleGrant}. */
  GRANT(12),
  /** {@code PipeOpen}, on lines. */
  PIPE_OPEN(13),
  /** {@code PipeAnswer}, on lines. */
  PIPE_ANSWER(14),
  /** {@code PipeNews}, on lines. */
  PIPE_NEWS(15),
  /** Compressed bytes of a segment, for an agent that restores them. */
  COMPRESSED(16);

  private static final FrameType[] BY_CODE = new FrameType[17];

  static {
    for (FrameType type : values()) {
      BY_CODE[type.code] = type;
    }
  }

  private final int code;

  FrameType(int code) {
    this.code = code;
  }

  /** Returns the number on the wire, 1 to 255. */
  public int code() {
    return code;
  }

  /** Returns the type with a number, if there is one. */
  public static Optional<FrameType> of(int code) {
    return code > 0 && code < BY_CODE.length ? Optional.of(BY_CODE[code]) : Optional.empty();
  }
}
