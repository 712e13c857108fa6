package dev.terra.node.fetch;

import dev.terra.core.limit.BoundedText;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** The text of a source's refusal, as far as it is passed on. */
public final class RefusalText {
  private final StringBuilder words = new StringBuilder();

  /** Takes a part of a body; nothing of it is left. */
  public void add(ByteBuf body) {
    int length = Math.min(body.readableBytes(), BoundedText.MOST_CHARACTERS + 1 - words.length());
    words.append(body.toString(body.readerIndex(), Math.max(0, length), StandardCharsets.UTF_8));
    body.skipBytes(body.readableBytes());
  }

  /** Whether more of it would not be passed on. */
  public boolean isFull() {
    return words.length() > BoundedText.MOST_CHARACTERS;
  }

  /** A reason with the text. */
  public String because(String reason) {
    return BoundedText.because(reason, words.toString());
  }
}
