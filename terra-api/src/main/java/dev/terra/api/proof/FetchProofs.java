package dev.terra.api.proof;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.protobuf.ByteString;
import dev.terra.api.v1.FetchProof;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.PartitionRange;
import dev.terra.api.v1.ProducerOutput;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Makes and checks the proof that a reader's handler adds to a fetch. The proof shows that the handler has the job's secret, and requests
 * these segments only, from this address, through this session of its agent, until a time. The origin's handler checks the proof with the
 * same secret. The reader's agent checks it with the shuffle's key for its session, once it has been granted this key.
 */
public final class FetchProofs {
  /**
   * The time for which a proof is valid. The clocks of readers may differ from those of origins by minutes; if they differ by more, fetches
   * take the stock path.
   */
  public static final Duration LIFETIME = Duration.ofMinutes(10);
  private static final String PURPOSE = "terra-fetch-1";

  private FetchProofs() {}

  /**
   * Makes the proof of a fetch.
   *
   * @param secret the job's secret; not empty
   * @param request the request that is proved
   * @param session the session of the agent that gets the request
   * @param reader the address from which the request comes, an IP literal
   */
  public static FetchProof make(byte[] secret, FetchRequest request, long session, String reader, Instant now) {
    FetchProof open = FetchProof.newBuilder().setSession(session).setReader(reader).setDigest(digest(request))
        .setExpiresSeconds(now.plus(LIFETIME).getEpochSecond()).build();
    ShuffleKey key = ShuffleKey.of(secret, request.getShuffle(), session);
    return open.toBuilder().setCode(ByteString.copyFrom(key.code(words(request.getShuffle(), request.getOriginIp(), open)))).build();
  }

  /** Returns why an agent does not accept the proof of a request, whatever key it was made with; empty if there is no objection. */
  public static Optional<String> problem(FetchRequest request, long session, String reader, Instant now) {
    FetchProof proof = request.getProof();
    if (!request.hasProof()) {
      return Optional.of("the fetch has no proof of its job's secret");
    }
    if (proof.getSession() != session) {
      return Optional.of("the fetch was proved for another session of this agent");
    }
    if (!proof.getReader().equals(reader)) {
      return Optional.of("the fetch was proved for " + proof.getReader() + ", but the request is from " + reader);
    }
    if (!proof.getDigest().equals(digest(request))) {
      return Optional.of("the fetch was proved for other segments");
    }
    return expired(proof, now);
  }

  private static Optional<String> expired(FetchProof proof, Instant now) {
    boolean fresh = now.getEpochSecond() <= proof.getExpiresSeconds();
    return fresh ? Optional.empty() : Optional.of("the fetch's proof has expired");
  }

  /** Returns why a proof is not valid for an agent that has the shuffle's key for its session; empty if it is valid. */
  public static Optional<String> refusal(ShuffleKey key, String shuffle, String origin, FetchProof proof, Instant now) {
    if (!key.isCode(words(shuffle, origin, proof), proof.getCode().toByteArray())) {
      return Optional.of("the fetch was not proved with its job's secret");
    }
    return expired(proof, now);
  }

  private static String words(String shuffle, String origin, FetchProof proof) {
    return String.join("\n", PURPOSE, shuffle, origin, proof.getReader(), Long.toHexString(proof.getSession()),
        Long.toString(proof.getExpiresSeconds()), HexFormat.of().formatHex(proof.getDigest().toByteArray()));
  }

  /** Returns the digest of the segments that a request names, in their order. */
  private static ByteString digest(FetchRequest request) {
    Hasher hasher = Hashing.sha256().newHasher();
    hasher.putInt(request.getPartition()).putInt(request.getReader()).putInt(request.getOutputsCount());
    for (ProducerOutput output : request.getOutputsList()) {
      hasher.putInt(output.getProducer()).putInt(output.getAttempt()).putInt(output.getOutput()).putInt(output.getSpill());
    }
    for (PartitionRange range : request.getRangesList()) {
      hasher.putInt(range.getFirst()).putInt(range.getCount());
    }
    return ByteString.copyFrom(hasher.hash().asBytes());
  }
}
