package dev.terra.agent.trace;

import dev.terra.agent.receive.FetchSink;
import dev.terra.api.v1.FetchHead;
import org.jspecify.annotations.Nullable;

/** Passes a fetch's bytes on, counts them, and reports once how the fetch ended. */
final class TracedFetch implements FetchSink {
  private final FetchSink sink;
  private final Ends ends;
  private long bytes;

  /** Handles the end of a fetch. */
  interface Ends {
    /**
     * Handles that the fetch is over.
     *
     * @param note a remark about the end for people; null if there is none
     * @param failed whether the reader has not received everything, though it should have
     */
    void over(long bytes, @Nullable String note, boolean failed);
  }

  TracedFetch(FetchSink sink, Ends ends) {
    this.sink = sink;
    this.ends = ends;
  }

  @Override
  public boolean isWritable() {
    return sink.isWritable();
  }

  @Override
  public void head(FetchHead head, long bodyBytes) {
    sink.head(head, bodyBytes);
  }

  @Override
  public void bytes(byte[] data) {
    bytes += data.length;
    sink.bytes(data);
  }

  @Override
  public void end() {
    ends.over(bytes, null, false);
    sink.end();
  }

  @Override
  public void fail(String reason) {
    ends.over(bytes, reason, true);
    sink.fail(reason);
  }

  @Override
  public void bypassed(String reason) {
    ends.over(bytes, reason, false);
    sink.bypassed(reason);
  }

  @Override
  public void gone() {
    ends.over(bytes, "the reader went away", true);
    sink.gone();
  }
}
