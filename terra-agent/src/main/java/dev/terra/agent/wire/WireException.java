package dev.terra.agent.wire;

import io.netty.handler.codec.DecoderException;

/** Bytes that are no frame of this protocol. The connection they came on can't be read any further and has to be closed. */
public final class WireException extends DecoderException {
  private static final long serialVersionUID = 1L;

  /** What was expected and what was found. */
  public WireException(String message) {
    super(message);
  }
}
