package dev.terra.agent.virtual;

import dev.terra.agent.receive.Fetch;
import dev.terra.agent.receive.FetchSink;
import dev.terra.agent.receive.Taken;
import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.FetchHead;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A reducer that wants some segments, and requests them again when it gets a failure. An attempt that ends well must have brought exactly
 * the bytes, once and in order.
 */
final class VirtualReader {
  private static final long RETRY_MILLIS = 300;

  private final VirtualTime time;
  private final List<SegmentCopy> keys;
  private final List<Integer> lengths;
  private final byte[] expected;
  private Attempt attempt;
  private boolean done;
  private int attempts;
  private boolean reading = true;
  private String lastFailure = "";

  VirtualReader(VirtualTime time, List<SegmentCopy> keys, List<Integer> lengths, byte[] expected) {
    this.time = time;
    this.keys = keys;
    this.lengths = lengths;
    this.expected = expected;
  }

  private final class Attempt implements FetchSink {
    private final ByteArrayOutputStream body;
    private final int taken;
    private Optional<Fetch> fetch = Optional.empty();
    private boolean over;

    Attempt(ByteArrayOutputStream body) {
      this.body = body;
      this.taken = body.size();
    }

    @Override
    public boolean isWritable() {
      return reading;
    }

    @Override
    public void head(FetchHead head, long bodyBytes) {
      check(head.getResumed() == taken > 0 && bodyBytes == expected.length - taken,
          "a head of " + bodyBytes + " bytes instead of " + (expected.length - taken));
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

  private BiFunction<List<Taken>, FetchSink, Optional<Fetch>> fetches;

  /** Begins to fetch from whatever inbox there is at the time of an attempt. */
  void start(BiFunction<List<Taken>, FetchSink, Optional<Fetch>> inbox) {
    fetches = inbox;
    begin(new ByteArrayOutputStream());
  }

  private void begin(ByteArrayOutputStream body) {
    attempts++;
    Attempt next = new Attempt(body);
    attempt = next;
    next.fetch = fetches.apply(taken(body.toByteArray()), next);
  }

  private List<Taken> taken(byte[] body) {
    List<Taken> taken = new ArrayList<>();
    int start = 0;
    for (int length : lengths) {
      int bytes = Math.max(0, Math.min(length, body.length - start));
      taken.add(new Taken(bytes, bytes == 0 ? 0 : Checksum.of(body, start, bytes)));
      start += length;
    }
    return taken;
  }

  private void retry() {
    time.after(RETRY_MILLIS, () -> begin(new ByteArrayOutputStream()));
  }

  /**
   * Notes that the agent that served the reader has died. The reader goes on with the bytes that it has, or starts again from the
   * beginning.
   */
  void reset(boolean goesOn) {
    if (attempt != null && !attempt.over) {
      attempt.over = true;
      ByteArrayOutputStream body = goesOn ? attempt.body : new ByteArrayOutputStream();
      time.after(RETRY_MILLIS, () -> begin(body));
    }
  }

  /** Makes the reader stop reading, or read again. */
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
    return keys.size() + " segments of reader " + keys.get(0).reader() + ": " + (done ? "done" : "not done") + " after " + attempts
        + " attempts, last failure: " + lastFailure;
  }
}
