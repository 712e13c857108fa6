package dev.terra.agent.receive;

import dev.terra.api.trace.SpanName;
import dev.terra.api.v1.FetchHead;

/** Where a fetch's bytes go: the handler's HTTP connection. Called on the agent's thread. */
public interface FetchSink {
  /** The handler's part of this fetch has a name, since the fetch is traced; before anything else. */
  default void named(SpanName handlersSpan) {}

  /** Whether it takes more bytes now; when that changes to true, {@link Fetch#proceed} is to be called. */
  boolean isWritable();

  /** Whether it is to have the checksum of each segment behind it. */
  default boolean takesChecksums() {
    return false;
  }

  /** Starts the answer. */
  void head(FetchHead head, long bodyBytes);

  /** The next bytes; not to be changed afterwards. */
  void bytes(byte[] data);

  /** All bytes have been given. */
  void end();

  /** Nothing more will come. Before the head the reader gets the reason; after it the connection is reset. */
  void fail(String reason);

  /** Its reader has gone; nothing more is given. */
  default void gone() {}

  /** Nothing will come, since it is not worth it; instead of the head. */
  default void bypassed(String reason) {
    fail(reason);
  }
}
