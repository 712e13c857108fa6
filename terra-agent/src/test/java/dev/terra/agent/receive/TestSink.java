package dev.terra.agent.receive;

import dev.terra.api.v1.FetchHead;
import java.io.ByteArrayOutputStream;

/** A reader that keeps the bytes that it gets. */
final class TestSink implements FetchSink {
  FetchHead head;
  long bodyBytes;
  final ByteArrayOutputStream body = new ByteArrayOutputStream();
  boolean ended;
  String failure = "";
  boolean writable = true;
  /** The reader takes no more bytes once it has this many. */
  int fullAfterBytes = Integer.MAX_VALUE;

  @Override
  public boolean isWritable() {
    return writable && body.size() < fullAfterBytes;
  }

  @Override
  public void head(FetchHead message, long bytes) {
    head = message;
    bodyBytes = bytes;
  }

  @Override
  public void bytes(byte[] data) {
    body.writeBytes(data);
  }

  @Override
  public void end() {
    ended = true;
  }

  @Override
  public void fail(String reason) {
    failure = reason;
  }
}
