package dev.terra.shuffle.fetch;

import dev.terra.shuffle.output.MapId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Any text as the path and query of a request to a shuffle port. */
public final class RequestsFuzz {
  private RequestsFuzz() {}

  /** Requests, redirected and not. */
  public static List<byte[]> seeds() {
    String plain = "/mapOutput?job=job_1_0001&reduce=3&map=attempt_1_0001_m_000001_0,attempt_1_0001_m_000002_0";
    String dag = "/mapOutput?job=job_1_0001&dag=1&reduce=0&map=attempt_1_0001_1_00_000003_0_10007";
    return List.of(seed(plain), seed(dag), seed(plain + "&terraOrigin=10.0.0.1:13562&terraUntil=1700000000&terraSig=AbC-_"),
        seed(dag + "&terraOrigin=[::1]:13562/node1.example&terraParts=7&terraReader=2&terraUntil=1700000000&terraSig=x"),
        seed(plain + "&terraBack=1"), seed("node1.example:13562"));
  }

  private static byte[] seed(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Reads what it is of; what it has read of a redirect is what was there. */
  public static void fuzzerTestOneInput(byte[] input) {
    String uri = new String(input, StandardCharsets.ISO_8859_1);
    Optional<RelayTarget> target = RelayTarget.parse(uri);
    if (target.isPresent() && !target.get().redirectedUri().equals(uri)) {
      throw new AssertionError(uri + " is read as " + target.get().redirectedUri());
    }
    target.ifPresent(RelayTarget::backUri);
    Optional<ShuffleRequest> request = ShuffleRequest.parse(target.map(RelayTarget::uri).orElse(uri));
    request.ifPresent(some -> {
      some.shuffle(1);
      if (some.maps().isEmpty() || some.reduce() < 0) {
        throw new AssertionError(some.toString());
      }
    });
    RelayTarget.sentBack(uri);
    ShuffleAddress.parse(uri).ifPresent(address -> {
      if (!address.toString().equals(uri)) {
        throw new AssertionError(uri + " is read as " + address);
      }
    });
    ShuffleAddress.nameOf(uri, 13_562);
    MapId.parse(uri);
  }
}
