package dev.terra.api.proof;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.terra.api.v1.FetchProof;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.ProducerOutput;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * Fuzz target: any bytes as a proof, of a read in a header field, or of a fetch in a message. No input is a valid proof, since the fuzzer
 * does not have the secret.
 */
public final class ProofsFuzz {
  private static final byte[] SECRET = {1, 2, 3};
  private static final Instant NOW = Instant.ofEpochSecond(1_000);
  private static final String URI = "/v1/segment?job=job_1_1";

  private ProofsFuzz() {}

  /** Returns seeds: proofs with another secret. */
  public static List<byte[]> seeds() {
    byte[] other = {4};
    FetchRequest request = FetchRequest.newBuilder().setShuffle("job_1_1").setOriginIp("10.0.0.1")
        .addOutputs(ProducerOutput.newBuilder().setProducer(1)).build();
    FetchProof proof = FetchProofs.make(other, request, 7, "10.1.0.1", NOW);
    byte[] field = ReadProof.make(ShuffleKey.of(other, "job_1_1", 7), URI, 7, NOW).toString().getBytes(StandardCharsets.US_ASCII);
    return List.of(input(0, field), input(1, request.toBuilder().setProof(proof).build().toByteArray()));
  }

  private static byte[] input(int kind, byte[] bytes) {
    byte[] input = new byte[bytes.length + 1];
    System.arraycopy(bytes, 0, input, 1, bytes.length);
    input[0] = (byte) kind;
    return input;
  }

  /** Checks that the proof is refused. */
  public static void fuzzerTestOneInput(byte[] input) {
    if (input.length == 0) {
      return;
    }
    byte[] bytes = Arrays.copyOfRange(input, 1, input.length);
    if ((input[0] & 1) == 0) {
      ReadProof.parse(URI, new String(bytes, StandardCharsets.ISO_8859_1)).ifPresent(proof -> {
        if (proof.isMadeWith(SECRET, "job_1_1", NOW)) {
          throw new AssertionError("a proof without the secret: " + proof);
        }
      });
      return;
    }
    try {
      fetch(FetchRequest.parseFrom(bytes));
    } catch (InvalidProtocolBufferException e) {
      // The input is not a message.
      return;
    }
  }

  private static void fetch(FetchRequest request) {
    FetchProofs.problem(request, 7, "10.1.0.1", NOW);
    ShuffleKey key = ShuffleKey.of(SECRET, request.getShuffle(), request.getProof().getSession());
    if (FetchProofs.refusal(key, request.getShuffle(), request.getOriginIp(), request.getProof(), NOW).isEmpty()) {
      throw new AssertionError("a proof without the secret: " + ByteString.copyFrom(request.toByteArray()));
    }
  }
}
