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
 * What is signed with a job's token: Hadoop's hash over port, path and query, its reply, and Terra's own over a
 * redirect.
 */
final class Signatures {
  private static final String RELAY_VERSION = "terra-relay-2";

  private Signatures() {}

  /** Whether the client proved the token for this URI at a port. */
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

  /** Hadoop's answer to a URL's hash, by which the reducer knows that the server has the token. */
  static String replyHash(String urlHash, SecretKey key) {
    return SecureShuffleUtils.generateHash(urlHash.getBytes(StandardCharsets.UTF_8), key);
  }

  /** Binds a redirect to the relaying node, the origin (with the numbers of partitions and reader, and its time) and the request. */
  static String relaySignature(String relayingNode, String origin, String uri, SecretKey key) {
    String message = String.join("\n", RELAY_VERSION, relayingNode, origin, uri);
    byte[] hash = JobTokenSecretManager.computeHash(message.getBytes(StandardCharsets.UTF_8), key);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
  }

  /** Whether two signatures are the same; takes the same time whatever they are. */
  static boolean isSame(String expected, String given) {
    return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }
}
