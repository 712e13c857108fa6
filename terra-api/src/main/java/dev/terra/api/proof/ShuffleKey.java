package dev.terra.api.proof;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key of one shuffle for one session of one agent: the HMAC-SHA256 of the shuffle's name and the session's number under the job's
 * secret. A handler computes the key whenever it needs it. An agent has only keys of its own session, each granted by a handler that has
 * checked a reader's proof. Neither the secret nor another session's key can be derived from a key.
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
   * Returns the key of a shuffle for a session.
   *
   * @param secret the job's secret; not empty
   */
  public static ShuffleKey of(byte[] secret, String shuffle, long session) {
    return new ShuffleKey(hmac(secret, String.join("\n", PURPOSE, shuffle, Long.toHexString(session))));
  }

  /**
   * Returns the key that a handler has granted.
   *
   * @throws IllegalArgumentException if it has another length than a key
   */
  public static ShuffleKey of(ByteString given) {
    if (given.size() != BYTES) {
      throw new IllegalArgumentException("expected a shuffle's key of " + BYTES + " bytes, got " + given.size());
    }
    return new ShuffleKey(given.toByteArray());
  }

  /** Returns the key in the form of the message to its agent. */
  public ByteString toMessage() {
    return ByteString.copyFrom(bytes);
  }

  /** Returns the code for some words. */
  byte[] code(String words) {
    return hmac(bytes, words);
  }

  /** Returns whether a code is that of some words. The comparison takes the same time wherever the codes differ. */
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

  /** Returns a text that does not contain the key. */
  @Override
  public String toString() {
    return "key of a shuffle";
  }
}
