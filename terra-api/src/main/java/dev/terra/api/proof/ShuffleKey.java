package dev.terra.api.proof;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What one session of one agent may have of a shuffle: HMAC-SHA256 of the shuffle's name and the session's number under the job's secret.
 * A handler makes it again whenever it needs it. An agent has only those of its own session, each given by a handler that saw a reader's
 * proof. Neither the secret nor another session's key follows from it.
 */
public final class ShuffleKey {
  private static final String ALGORITHM = "HmacSHA256";
  /** The length of a key, and of a code made with one. */
  static final int BYTES = 32;
  private static final String PURPOSE = "terra-shuffle-key-1";

  private final byte[] bytes;

  private ShuffleKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * The key of a session.
   *
   * @param secret of the job; not empty
   */
  public static ShuffleKey of(byte[] secret, String shuffle, long session) {
    return new ShuffleKey(hmac(secret, String.join("\n", PURPOSE, shuffle, Long.toHexString(session))));
  }

  /**
   * A key that a handler gave.
   *
   * @throws IllegalArgumentException if it has another length than a key
   */
  public static ShuffleKey of(ByteString given) {
    if (given.size() != BYTES) {
      throw new IllegalArgumentException("expected a shuffle's key of " + BYTES + " bytes, got " + given.size());
    }
    return new ShuffleKey(given.toByteArray());
  }

  /** The key as the message to its agent has it. */
  public ByteString toMessage() {
    return ByteString.copyFrom(bytes);
  }

  /** A code for some words. */
  byte[] code(String words) {
    return hmac(bytes, words);
  }

  /** Whether a code is that of some words; takes the same time wherever it differs. */
  boolean isCode(String words, byte[] code) {
    return MessageDigest.isEqual(code(words), code);
  }

  private static byte[] hmac(byte[] key, String words) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac.doFinal(words.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no " + ALGORITHM, e);
    }
  }

  /** Says nothing of its bytes. */
  @Override
  public String toString() {
    return "key of a shuffle";
  }
}
