package dev.terra.node.fetch;

import dev.terra.core.limit.BoundedText;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** The text of a source's refusal, up to the length that is passed on. */
public final class RefusalText {
  private final StringBuilder words = new StringBuilder();

  /** Reads all of a part of a body. */
  public void add(ByteBuf body) {
    int length = Math.min(body.readableBytes(), BoundedText.MOST_CHARACTERS + 1 - words.length());
    words.append(body.toString(body.readerIndex(), Math.max(0, length), StandardCharsets.UTF_8));
    body.skipBytes(body.readableBytes());
  }

  /** Returns whether further text would not be passed on. */
  public boolean isFull() {
    return words.length() > BoundedText.MOST_CHARACTERS;
  }

  /** Returns a reason with the text. */
  public String because(String reason) {
    return BoundedText.because(reason, words.toString());
  }
}
