package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.shuffle.support.Reducer;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TwoSites;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import org.apache.hadoop.mapreduce.security.SecureShuffleUtils;
import org.apache.hadoop.mapreduce.security.token.JobTokenSecretManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of redirected requests at the reducer's node, with each of their parts changed in turn. */
@TestInstance(Lifecycle.PER_CLASS)
class TamperedRequestsTest {
  private final long until = Instant.now().plusSeconds(250).getEpochSecond();

  private TwoSites sites;
  private Reducer relay;
  private String uri;
  private String origin;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    sites = new TwoSites(directory);
    sites.writeOutputs(1_000, 2_000);
    relay = new Reducer(sites.job(), "127.0.0.1", sites.relay().port());
    uri = relay.uri(1, 0);
    origin = "127.0.1.1:" + sites.origin().port();
  }

  @AfterAll
  void stop() throws IOException {
    sites.close();
  }

  private String sign(TestJob job, String relayIp, String origin, String uri) {
    return sign(job, relayIp, origin, until, uri);
  }

  private static String sign(TestJob job, String relayIp, String origin, long until, String uri) {
    String message = "terra-relay-2\n" + relayIp + "\n" + origin + "&terraUntil=" + until + "\n" + uri;
    byte[] hash = JobTokenSecretManager.computeHash(message.getBytes(StandardCharsets.UTF_8), job.key());
    return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
  }

  private String redirected(String requested, String from, String signature) {
    return requested + "&terraOrigin=" + from + "&terraUntil=" + until + "&terraSig=" + signature;
  }

  private String signed(String requested, String from) {
    return redirected(requested, from, sign(sites.job(), "127.0.0.1", from, requested));
  }

  private int status(String redirectedUri) throws IOException {
    return relay.get(redirectedUri, uri, sites.origin().port()).status();
  }

  @Test
  void untouchedItIsServed() throws IOException {
    assertThat(status(signed(uri, origin))).isEqualTo(200);
  }

  /** An expired redirect leads back to the origin, which serves its client directly. The reader sees no error. */
  @Test
  void onceItHasExpiredItLeadsBack() throws IOException {
    long past = Instant.now().minusSeconds(1).getEpochSecond();
    String expired = uri + "&terraOrigin=" + origin + "&terraUntil=" + past
        + "&terraSig=" + sign(sites.job(), "127.0.0.1", origin, past, uri);
    int before = sites.fetchServer().requests().size();
    assertThat(status(expired)).isEqualTo(200);
    assertThat(sites.fetchServer().requests()).hasSizeLessThanOrEqualTo(before + 1);
    assertThat(status(expired.replace("terraUntil=" + past, "terraUntil=" + until))).isEqualTo(401);
  }

  @Test
  void anotherReducerOrMapThanSigned() throws IOException {
    String signature = sign(sites.job(), "127.0.0.1", origin, uri);
    assertThat(status(redirected(relay.uri(2, 0), origin, signature))).isEqualTo(401);
    assertThat(status(redirected(relay.uri(1, 1), origin, signature))).isEqualTo(401);
  }

  @Test
  void anotherOriginThanSigned() throws IOException {
    String signature = sign(sites.job(), "127.0.0.1", origin, uri);
    assertThat(status(redirected(uri, "127.0.1.2:" + sites.origin().port(), signature))).isEqualTo(401);
    assertThat(status(redirected(uri, "127.0.1.1:1", signature))).isEqualTo(401);
  }

  @Test
  void anotherRelayThanSigned() throws IOException {
    assertThat(status(redirected(uri, origin, sign(sites.job(), "127.0.0.2", origin, uri)))).isEqualTo(401);
  }

  @Test
  void anotherJobsToken() throws IOException {
    assertThat(status(redirected(uri, origin, sign(new TestJob(2), "127.0.0.1", origin, uri)))).isEqualTo(401);
  }

  @Test
  void anUnknownJob() throws IOException {
    TestJob other = new TestJob(3);
    Reducer stranger = new Reducer(other, "127.0.0.1", sites.relay().port());
    String requested = stranger.uri(1, 0);
    String redirected = redirected(requested, origin, sign(other, "127.0.0.1", origin, requested));
    assertThat(stranger.get(redirected, requested, sites.origin().port()).status()).isEqualTo(401);
  }

  @Test
  void anOriginInNoKnownSite() throws IOException {
    assertThat(status(signed(uri, "192.0.2.1:" + sites.origin().port()))).isEqualTo(401);
  }

  @Test
  void aHashForAnotherPortThanTheOrigins() throws IOException {
    assertThat(relay.get(signed(uri, origin), uri, sites.relay().port()).status()).isEqualTo(401);
  }

  @Test
  void aHashOfTheWholeRedirectedUri() throws IOException {
    String redirected = signed(uri, origin);
    assertThat(relay.get(redirected, redirected, sites.origin().port()).status()).isEqualTo(401);
  }

  @Test
  void noHash() throws IOException {
    HttpURLConnection connection = (HttpURLConnection) new URL("http", "127.0.0.1", sites.relay().port(), signed(uri, origin))
        .openConnection();
    assertThat(connection.getResponseCode()).isEqualTo(401);
  }

  /** In the shorthand, o, u and s stand for the parameters' names, @ for the origin and # for the right signature. */
  @ParameterizedTest
  @ValueSource(strings = {"&o=", "&o=@", "&o=@&s=", "&o=@&s=#", "&o=@&u=&s=*", "&o=@&u=&s=#&o=@&u=&s=#", "&o=@&u=&s=#&x=1", "&s=#&o=@&u=",
      "&o=localhost:80&u=&s=#", "&o=127.0.1.1&u=&s=#", "&o=127.0.1.1:0&u=&s=#", "&o=127.0.1.1:99999&u=&s=#",
      "&o=::1:80&u=&s=#", "&o=127.0.1.1:080&u=&s=#", "&o=@&u=&s=#=", "&o=@&terraUntil=0&s=#", "&o=@&terraUntil=x&s=#"})
  void malformedParameters(String shorthand) throws IOException {
    String parameters = shorthand.replace("&o=", "&terraOrigin=").replace("&s=", "&terraSig=").replace("@", origin)
        .replace("&u=", "&terraUntil=" + until).replace("#", sign(sites.job(), "127.0.0.1", origin, uri));
    assertThat(status(uri + parameters)).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "x", "9999999999999999999999", "1000000000", ""})
  void strangeWishesToSkipAreServedWhole(String skip) throws IOException {
    Reducer reducer = sites.reducer().with("X-Terra-Via", "test").with("X-Terra-Skip", skip);
    assertThat(reducer.fetch(1, 0).parts()).hasSize(1);
  }

  @Test
  void marksDoNotReplaceTheProof() throws IOException {
    Reducer reducer = sites.reducer().with("X-Terra-Via", "test");
    assertThat(reducer.get(uri, relay.uri(2, 0), sites.origin().port()).status()).isEqualTo(401);
    String own = SecureShuffleUtils.HTTP_HEADER_URL_HASH;
    assertThat(sites.reducer().with(own, "x").with("X-Terra-Via", "test").fetch(1, 0).status()).isEqualTo(401);
  }
}
