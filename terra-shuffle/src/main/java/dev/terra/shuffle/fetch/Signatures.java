package dev.terra.shuffle.fetch;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.SecretKey;
import org.apache.hadoop.mapreduce.security.SecureShuffleUtils;
import org.apache.hadoop.mapreduce.security.token.JobTokenSecretManager;

/**
 * Signatures with a job's token: Hadoop's hash over port, path and query, Hadoop's reply to it, and Terra's own signature of a redirect.
 */
final class Signatures {
  private static final String RELAY_VERSION = "terra-relay-2";

  private Signatures() {}

  /** Returns whether the client proved that it has the token, for this URI at a port. */
  static boolean isUrlHashValid(String urlHash, int port, String uri, SecretKey key) {
    if (urlHash == null) {
      return false;
    }
    try {
      SecureShuffleUtils.verifyReply(urlHash, SecureShuffleUtils.buildMsgFrom(shuffleUrl(port, uri)), key);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static URL shuffleUrl(int port, String uri) throws MalformedURLException {
    return new URL("http", "", port, uri);
  }

  /** Returns Hadoop's reply to the hash of a URL, by which the reducer verifies that the server has the token. */
  static String replyHash(String urlHash, SecretKey key) {
    return SecureShuffleUtils.generateHash(urlHash.getBytes(StandardCharsets.UTF_8), key);
  }

  /**
   * Returns the signature that binds a redirect to the relaying node, the origin (with the numbers of partitions and reader, and its time)
   * and the request.
   */
  static String relaySignature(String relayingNode, String origin, String uri, SecretKey key) {
    String message = String.join("\n", RELAY_VERSION, relayingNode, origin, uri);
    byte[] hash = JobTokenSecretManager.computeHash(message.getBytes(StandardCharsets.UTF_8), key);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
  }

  /** Returns whether two signatures are the same; it takes the same time for all signatures. */
  static boolean isSame(String expected, String given) {
    return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }
}
