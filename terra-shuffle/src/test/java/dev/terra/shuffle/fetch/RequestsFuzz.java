package dev.terra.shuffle.fetch;

import com.google.common.primitives.Bytes;
import dev.terra.fuzz.Choices;
import dev.terra.shuffle.output.MapId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Fuzz target: the path and query of a request to a shuffle port. The first choice of the input decides whether the text is arbitrary, or
 * is put together of the parts of such requests.
 */
public final class RequestsFuzz {
  private static final List<String> NAMES = List.of("job", "reduce", "map", "dag", "terraOrigin", "terraParts", "terraReader",
      "terraUntil", "terraSig", "terraBack", "keepAlive");
  private static final List<String> VALUES = List.of("job_1_0001", "job_9223372036854775807_1", "attempt_1_0001_m_000001_0",
      "attempt_1_0001_1_00_000003_0_10007", "attempt_1_0001_1_00_000003_0_10007_2", "10.0.0.1:13562", "[::1]:13562/node1.example",
      "0", "3", "7", "2147483647", "2147483648", "-1", "1700000000", "AbC-_", "%6a", "a,b");
  private static final int MOST_PARAMETERS = 12;

  private RequestsFuzz() {}

  /** Returns seeds: requests that are redirected, and requests that are not. */
  public static List<byte[]> seeds() {
    String plain = "/mapOutput?job=job_1_0001&reduce=3&map=attempt_1_0001_m_000001_0,attempt_1_0001_m_000002_0";
    String dag = "/mapOutput?job=job_1_0001&dag=1&reduce=0&map=attempt_1_0001_1_00_000003_0_10007";
    return List.of(seed(plain), seed(dag), seed(plain + "&terraOrigin=10.0.0.1:13562&terraUntil=1700000000&terraSig=AbC-_"),
        seed(dag + "&terraOrigin=[::1]:13562/node1.example&terraParts=7&terraReader=2&terraUntil=1700000000&terraSig=x"),
        seed(plain + "&terraBack=1"), seed("node1.example:13562"), built(0, 8, 0, 1, 8, 8, 2, 8, 2),
        built(0, 8, 0, 1, 8, 7, 2, 8, 3, 4, 8, 5, 5, 8, 9, 7, 8, 13, 8, 8, 14));
  }

  private static byte[] seed(String text) {
    return Bytes.concat(new byte[1], text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Returns the input with which a request is put together by these choices. */
  private static byte[] built(int... choices) {
    byte[] input = new byte[choices.length + 1];
    input[0] = 1;
    for (int i = 0; i < choices.length; i++) {
      input[i + 1] = (byte) choices[i];
    }
    return input;
  }

  /**
   * Runs all decoders of requests on the input, and checks that what they have read of a redirect or an address gives the same text again.
   */
  public static void fuzzerTestOneInput(byte[] input) {
    Choices choices = new Choices(input);
    String uri = choices.below(2) == 0 ? new String(choices.rest(), StandardCharsets.ISO_8859_1) : request(choices);
    Optional<RelayTarget> target = RelayTarget.parse(uri);
    if (target.isPresent() && !target.get().redirectedUri().equals(uri)) {
      throw new AssertionError(uri + " is read as " + target.get().redirectedUri());
    }
    target.ifPresent(RelayTarget::backUri);
    ShuffleRequest.parse(target.map(RelayTarget::uri).orElse(uri)).ifPresent(RequestsFuzz::use);
    RelayTarget.sentBack(uri);
    address(uri);
    MapId.parse(uri);
  }

  private static String request(Choices choices) {
    StringBuilder uri = new StringBuilder("/mapOutput?");
    for (int i = 0; i < MOST_PARAMETERS && choices.hasMore(); i++) {
      uri.append(i == 0 ? "" : "&").append(choices.pick(NAMES)).append('=').append(choices.text(VALUES));
    }
    return uri.toString();
  }

  private static void use(ShuffleRequest request) {
    request.shuffle(1);
    if (request.maps().isEmpty() || request.reduce() < 0) {
      throw new AssertionError(request.toString());
    }
    RelayTarget to = RelayTarget.of(request, 3, 0, ShuffleAddress.parse("10.0.0.1:13562").orElseThrow());
    if (to.parts().isPresent() != request.isDag() || !to.parts().equals(request.isDag() ? OptionalInt.of(3) : OptionalInt.empty())) {
      throw new AssertionError(request + " is redirected as " + to);
    }
  }

  private static void address(String uri) {
    ShuffleAddress.parse(uri).ifPresent(address -> {
      if (!address.toString().equals(uri)) {
        throw new AssertionError(uri + " is read as " + address);
      }
    });
    ShuffleAddress.nameOf(uri, 13_562);
  }
}
