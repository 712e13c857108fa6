package dev.terra.lab.users;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads the secret by which a job's reducers fetch from a container's token file, which Hadoop's {@code Credentials} write. */
final class ContainerTokens {
  private static final byte[] MAGIC = "HDTS".getBytes(StandardCharsets.US_ASCII);
  private static final String SHUFFLE_SECRET = "MapReduceShuffleToken";
  private static final int MAX_FIELD_BYTES = 1 << 20;

  private ContainerTokens() {}

  /**
   * Returns that secret.
   *
   * @throws IOException if the input is not such a file, or has no such secret
   */
  static byte[] shuffleSecret(DataInputStream in) throws IOException {
    if (!Arrays.equals(in.readNBytes(MAGIC.length), MAGIC) || in.readByte() != 0) {
      throw new IOException("no token file of Hadoop's");
    }
    for (int tokens = number(in); tokens > 0; tokens--) {
      for (int field = 0; field < 5; field++) { // alias, identifier, password, kind, service
        field(in);
      }
    }
    for (int secrets = number(in); secrets > 0; secrets--) {
      String alias = new String(field(in), StandardCharsets.UTF_8);
      byte[] secret = field(in);
      if (alias.equals(SHUFFLE_SECRET)) {
        return secret;
      }
    }
    throw new IOException("the token file has no secret of a shuffle");
  }

  private static byte[] field(DataInputStream in) throws IOException {
    int length = number(in);
    if (length < 0 || length > MAX_FIELD_BYTES) {
      throw new IOException("a field of " + length + " bytes in a token file");
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new IOException("the token file ends early");
    }
    return bytes;
  }

  /** Reads Hadoop's variable-length integer: one byte from -112 to 127, or the number of bytes that follow. */
  private static int number(DataInputStream in) throws IOException {
    int first = in.readByte();
    if (first >= -112) {
      return first;
    }
    int value = 0;
    for (int left = -(first + 112); left > 0; left--) {
      value = value << 8 | in.readUnsignedByte();
    }
    return value;
  }
}
