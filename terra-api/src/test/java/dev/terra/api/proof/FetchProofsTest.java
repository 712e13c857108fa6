package dev.terra.api.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.terra.api.v1.FetchProof;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.PartitionRange;
import dev.terra.api.v1.ProducerOutput;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests that a proof holds only for the request for which it was made. */
class FetchProofsTest {
  private static final byte[] SECRET = "token".getBytes(StandardCharsets.UTF_8);
  private static final Instant NOW = Instant.ofEpochSecond(1_000_000);
  private static final long SESSION = -7;
  private static final String READER = "10.0.2.1";
  private static final FetchRequest REQUEST = FetchRequest.newBuilder().setShuffle("job_1_1").setPartition(3).setOriginIp("10.0.1.1")
      .addOutputs(output(0)).addOutputs(output(1)).build();

  private static ProducerOutput output(int producer) {
    return ProducerOutput.newBuilder().setProducer(producer).build();
  }

  private static FetchRequest proven(byte[] secret) {
    return REQUEST.toBuilder().setProof(FetchProofs.make(secret, REQUEST, SESSION, READER, NOW)).build();
  }

  private static Optional<String> refusal(FetchRequest request, Instant now) {
    ShuffleKey key = ShuffleKey.of(SECRET, request.getShuffle(), request.getProof().getSession());
    return FetchProofs.problem(request, SESSION, READER, now)
        .or(() -> FetchProofs.refusal(key, request.getShuffle(), request.getOriginIp(), request.getProof(), now));
  }

  @Test
  void aProofHoldsForItsFetchUntilItExpires() {
    assertThat(refusal(proven(SECRET), NOW)).isEmpty();
    assertThat(refusal(proven(SECRET), NOW.plus(FetchProofs.LIFETIME))).isEmpty();
    assertThat(refusal(proven(SECRET), NOW.plus(FetchProofs.LIFETIME).plusSeconds(1))).hasValueSatisfying(
        why -> assertThat(why).contains("expired"));
  }

  @Test
  void withoutOneNothingIsGiven() {
    assertThat(refusal(REQUEST, NOW)).hasValueSatisfying(why -> assertThat(why).contains("no proof"));
  }

  @Test
  void anotherJobsSecretProvesNothing() {
    assertThat(refusal(proven("other".getBytes(StandardCharsets.UTF_8)), NOW)).isPresent();
  }

  private static void refused(UnaryOperator<FetchRequest.Builder> change) {
    FetchRequest changed = change.apply(proven(SECRET).toBuilder()).build();
    assertThat(refusal(changed, NOW)).as(changed.toString()).isPresent();
  }

  @Test
  void nothingOfItCanBeChanged() {
    refused(request -> request.setShuffle("job_1_2"));
    refused(request -> request.setPartition(4));
    refused(request -> request.setReader(1));
    refused(request -> request.setOriginIp("10.0.1.2"));
    refused(request -> request.addOutputs(output(2)));
    refused(request -> request.setOutputs(0, output(5)));
    refused(request -> request.removeOutputs(0));
    refused(request -> request.addRanges(PartitionRange.newBuilder().setFirst(0).setCount(9)));
  }

  private static void refusedWith(UnaryOperator<FetchProof.Builder> change) {
    refused(request -> request.setProof(change.apply(request.getProof().toBuilder())));
  }

  @Test
  void neitherCanAnythingOfTheProof() {
    refusedWith(proof -> proof.setSession(SESSION + 1));
    refusedWith(proof -> proof.setReader("10.0.2.2"));
    refusedWith(proof -> proof.setExpiresSeconds(proof.getExpiresSeconds() + 1));
    refusedWith(proof -> proof.setDigest(ByteString.copyFromUtf8("x")));
    refusedWith(proof -> proof.setCode(ByteString.EMPTY));
    refusedWith(proof -> proof.setCode(proof.getCode().substring(1)));
  }

  @Test
  void aKeyIsForOneShuffleAndOneSession() {
    ByteString key = ShuffleKey.of(SECRET, "s", 1).toMessage();
    assertThat(ShuffleKey.of(SECRET, "s", 1).toMessage()).isEqualTo(key);
    assertThat(ShuffleKey.of(SECRET, "s", 2).toMessage()).isNotEqualTo(key);
    assertThat(ShuffleKey.of(SECRET, "t", 1).toMessage()).isNotEqualTo(key);
    assertThat(ShuffleKey.of(key)).hasToString("key of a shuffle");
    assertThatThrownBy(() -> ShuffleKey.of(key.substring(1))).hasMessageContaining("32 bytes, got 31");
  }

  @Test
  void aReadIsProvedForItsLineAndATime() {
    ReadProof made = ReadProof.make(ShuffleKey.of(SECRET, "s", SESSION), "/v1/segment?job=s", SESSION, NOW);
    ReadProof read = ReadProof.parse(made.uri(), made.toString()).orElseThrow();
    assertThat(read).isEqualTo(made);
    assertThat(read.isMadeWith(SECRET, "s", NOW)).isTrue();
    assertThat(read.isMadeWith(SECRET, "t", NOW)).isFalse();
    assertThat(read.isMadeWith(new byte[] {1}, "s", NOW)).isFalse();
    assertThat(read.isMadeWith(SECRET, "s", NOW.plusSeconds(301))).isFalse();
    assertThat(ReadProof.parse("/v1/segment?job=t", made.toString()).orElseThrow().isMadeWith(SECRET, "s", NOW)).isFalse();
    assertThat(ReadProof.parse(made.uri(), "")).isEmpty();
    assertThat(ReadProof.parse(made.uri(), "zz 1 AAAA")).isEmpty();
  }
}
