package dev.terra.agent.receive;

import dev.terra.api.trace.SpanName;
import dev.terra.api.v1.FetchHead;

/** The receiver of a fetch's bytes, which is the handler's HTTP connection. It is called on the agent's thread only. */
public interface FetchSink {
  /** Sets the name of the handler's span, since the fetch is traced. It is called before any other method. */
  default void named(SpanName handlersSpan) {}

  /** Returns whether the sink takes more bytes at present. When that changes to true, {@link Fetch#proceed} is to be called. */
  boolean isWritable();

  /** Returns whether the checksum of each segment is to follow the segment. */
  default boolean takesChecksums() {
    return false;
  }

  /** Starts the response. */
  void head(FetchHead head, long bodyBytes);

  /** Takes the next bytes, which must not be changed afterwards. */
  void bytes(byte[] data);

  /** Ends the response, as all bytes have been given. */
  void end();

  /** Ends the fetch without success. Before the head, the reader gets the reason; after it, the connection is reset. */
  void fail(String reason);

  /** Handles that the reader has gone. Nothing more is given. */
  default void gone() {}

  /** Ends the fetch instead of sending a head, since its bytes are left to the stock path. */
  default void bypassed(String reason) {
    fail(reason);
  }
}
