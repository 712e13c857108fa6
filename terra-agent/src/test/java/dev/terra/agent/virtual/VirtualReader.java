package dev.terra.agent.virtual;

import dev.terra.agent.receive.Fetch;
import dev.terra.agent.receive.FetchSink;
import dev.terra.agent.wire.SegmentKey;
import dev.terra.api.v1.FetchHead;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A reducer that wants some segments and asks anew when it is told that it can't have them. An attempt that ends well has to
 * have brought exactly the bytes, once and in order.
 */
final class VirtualReader {
  private static final long RETRY_MILLIS = 300;

  private final VirtualTime time;
  private final List<SegmentKey> keys;
  private final byte[] expected;
  private Attempt attempt;
  private boolean done;
  private int attempts;
  private boolean reading = true;
  private String lastFailure = "";

  VirtualReader(VirtualTime time, List<SegmentKey> keys, byte[] expected) {
    this.time = time;
    this.keys = keys;
    this.expected = expected;
  }

  private final class Attempt implements FetchSink {
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private Optional<Fetch> fetch = Optional.empty();
    private boolean over;

    @Override
    public boolean isWritable() {
      return reading;
    }

    @Override
    public void head(FetchHead head, long bodyBytes) {
      check(bodyBytes == expected.length, "a head of " + bodyBytes + " bytes instead of " + expected.length);
    }

    @Override
    public void bytes(byte[] data) {
      check(!over, "bytes after the end");
      int start = body.size();
      check(start + data.length <= expected.length, "more than " + expected.length + " bytes");
      body.writeBytes(data);
    }

    @Override
    public void end() {
      check(!over && body.size() == expected.length, "an end after " + body.size() + " of " + expected.length + " bytes");
      check(Arrays.equals(body.toByteArray(), expected), "wrong bytes and no word of it");
      over = true;
      done = true;
    }

    @Override
    public void fail(String reason) {
      check(!over, "a failure after the end: " + reason);
      check(!reason.isEmpty(), "a failure without a reason");
      lastFailure = reason;
      over = true;
      retry();
    }
  }

  private static void check(boolean condition, String problem) {
    if (!condition) {
      throw new AssertionError("the reader got " + problem);
    }
  }

  private Function<Attempt, Optional<Fetch>> fetches;

  /** Begins; fetches are begun at whatever inbox there is. */
  void start(Function<FetchSink, Optional<Fetch>> inbox) {
    fetches = inbox::apply;
    begin();
  }

  private void begin() {
    attempts++;
    Attempt next = new Attempt();
    attempt = next;
    next.fetch = fetches.apply(next);
  }

  private void retry() {
    time.after(RETRY_MILLIS, this::begin);
  }

  /** The agent that served it has died. */
  void reset() {
    if (attempt != null && !attempt.over) {
      attempt.over = true;
      retry();
    }
  }

  /** Reads no more, or reads again. */
  void reading(boolean on) {
    reading = on;
    if (on && attempt != null && !attempt.over) {
      attempt.fetch.ifPresent(Fetch::proceed);
    }
  }

  boolean done() {
    return done;
  }

  @Override
  public String toString() {
    return keys.size() + " segments of reduce " + keys.get(0).reduce() + ": " + (done ? "done" : "not done") + " after " + attempts
        + " attempts, last failure: " + lastFailure;
  }
}
