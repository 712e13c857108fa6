package dev.terra.agent.wire;

import io.netty.handler.codec.DecoderException;

/**
 * The exception for bytes that are no frame of this protocol. The connection on which they came can't be read any further and has to be
 * closed.
 */
public final class WireException extends DecoderException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception whose message names what was expected and what was found. */
  public WireException(String message) {
    super(message);
  }
}
