package dev.terra.config;

import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a file of UTF-8 text. A byte order mark is accepted. */
public final class TextFile {
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private TextFile() {
  }

  /**
   * Returns the text of a file, without its byte order mark.
   *
   * @param maxBytes the largest file that is read
   * @throws ConfigException if the file is missing, cannot be read, is larger, or is not UTF-8
   */
  public static String read(Path file, long maxBytes) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new ConfigException(file, 0, "no such file");
      }
      if (Files.size(file) > maxBytes) {
        throw new ConfigException(file, 0, "expected at most " + maxBytes + " bytes, got " + Files.size(file));
      }
      return withoutMark(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(Files.readAllBytes(file))).toString());
    } catch (CharacterCodingException e) {
      throw new ConfigException(file, 0, "is not UTF-8 text");
    } catch (IOException e) {
      throw new ConfigException(file, 0, Failures.ofFile(file, e));
    }
  }

  /** Returns a text without the byte order mark with which it may begin. */
  public static String withoutMark(String text) {
    return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
  }
}
