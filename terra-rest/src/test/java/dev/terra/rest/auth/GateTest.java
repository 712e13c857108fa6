package dev.terra.rest.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableSet;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.rest.Calls;
import dev.terra.rest.api.Access;
import dev.terra.rest.api.Caller;
import dev.terra.rest.api.Problem;
import dev.terra.rest.http.HttpCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GateTest {
  private static final String ADMIN_TOKEN = "an-admins-own-token";
  private static final String READ_TOKEN = "a-readers-own-token";

  @TempDir
  private Path folder;
  private Gate gate;

  @BeforeEach
  void open() throws IOException {
    gate = gate(true);
  }

  private Gate gate(boolean readsOpen) throws IOException {
    Path file = Files.writeString(folder.resolve("tokens"), "admin ops " + ADMIN_TOKEN + "\nread eve " + READ_TOKEN + "\n");
    return new Gate(new TokenFile(file, () -> 0), readsOpen, ImmutableSet.of("terra.example.org"));
  }

  private static HttpCall withHost(String host) {
    return Calls.http("GET", "/", "Host", host);
  }

  private static void refused(int status, String words, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOfSatisfying(Problem.class, problem -> assertThat(problem.status()).isEqualTo(status))
        .hasMessageContaining(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST:7180", "127.0.0.1", "10.1.2.3:80", "[::1]:7180", "terra.example.org",
      "terra.example.org:443"})
  void aServerIsCalledByItsAddressesAndItsNames(String host) {
    gate.checkHost(withHost(host));
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example.org", "terra.example.org.evil.org", "localhost.evil.org:7180", "terra"})
  void aForeignNameIsMisdirected(String host) {
    refused(421, "does not have the name '", () -> gate.checkHost(withHost(host)));
  }

  @Test
  void aCallHasOneHost() {
    refused(400, "one Host header", () -> gate.checkHost(Calls.http("GET", "/")));
    refused(400, "one Host header", () -> gate.checkHost(Calls.http("GET", "/", "Host", "localhost", "Host", "127.0.0.1")));
    refused(400, "a name or an address", () -> gate.checkHost(withHost("localhost:99999999")));
  }

  @ParameterizedTest
  @CsvSource({"http://localhost:7180, true", "HTTP://LOCALHOST:7180, true", "https://localhost:7180, false", "http://localhost, false",
      "http://evil.example.org, false", "null, false"})
  void onlyItsOwnPagesChangeAnything(String origin, boolean own) {
    HttpCall call = Calls.http("POST", "/", "Host", "localhost:7180", "Origin", origin);

    if (own) {
      gate.checkOrigin(call);
    } else {
      refused(403, "a page of " + origin, () -> gate.checkOrigin(call));
    }
  }

  @Test
  void aCommandHasNoOrigin() {
    gate.checkOrigin(Calls.http("POST", "/", "Host", "localhost:7180"));
  }

  @Test
  void aCallerWithoutATokenIsAnonymous() throws IOException {
    assertThat(gate.identify(Calls.http("GET", "/"))).isEqualTo(new Caller("anonymous", Access.READ, "127.0.0.1"));
    assertThat(gate(false).identify(Calls.http("GET", "/")).access()).isEqualTo(Access.NONE);
  }

  @ParameterizedTest
  @CsvSource({"Bearer " + ADMIN_TOKEN + ", ops, ADMIN", "bearer   " + READ_TOKEN + ", eve, READ"})
  void aTokenSaysWhoCalls(String header, String name, Access access) {
    assertThat(gate.identify(Calls.http("GET", "/", "Authorization", header))).isEqualTo(new Caller(name, access, "127.0.0.1"));
  }

  @ParameterizedTest
  @CsvSource({"Basic b3BzOmFkbWlu, expected 'Authorization: Bearer TOKEN'", "Bearer, expected 'Authorization: Bearer TOKEN'",
      "Bearer wrong-token-of-some-length, this token is not known"})
  void anUnknownTokenIsRefusedEvenWhereReadingIsOpen(String header, String words) {
    refused(401, words, () -> gate.identify(Calls.http("GET", "/", "Authorization", header)));
  }

  @Test
  void withoutAFileNoTokenIsKnown() {
    Gate bare = new Gate(null, true, ImmutableSet.of());

    refused(401, "not known", () -> bare.identify(Calls.http("GET", "/", "Authorization", "Bearer " + ADMIN_TOKEN)));
  }

  @Test
  void ofACertificateAndATokenThatCountsWhichMayDoMore() {
    PeerIdentity admin = PeerIdentity.admin("ann");
    PeerIdentity client = PeerIdentity.client("carl");
    String bearer = "Bearer " + ADMIN_TOKEN;

    assertThat(gate.identify(Calls.certified(admin)).access()).isEqualTo(Access.ADMIN);
    assertThat(gate.identify(Calls.certified(client)).access()).isEqualTo(Access.READ);
    assertThat(gate.identify(Calls.certified(client, "Authorization", bearer)).name()).isEqualTo("ops");
    assertThat(gate.identify(Calls.certified(admin, "Authorization", "Bearer " + READ_TOKEN)).name()).isEqualTo(admin.toString());
    assertThat(gate.identify(Calls.certified(client, "Authorization", "Bearer " + READ_TOKEN)).name()).isEqualTo(client.toString());
    assertThat(gate.identify(Calls.certified(client, "Authorization", "Bearer none-of-those-known")).name())
        .as("the certificate counts").isEqualTo(client.toString());
  }

  @Test
  void theCertificateOfASiteOrANodeGivesNothing() {
    for (PeerIdentity peer : new PeerIdentity[] {PeerIdentity.site("A"), PeerIdentity.node("A"), PeerIdentity.controller()}) {
      assertThat(gate.identify(Calls.certified(peer)).access()).isEqualTo(Access.NONE);
      assertThat(gate.identify(Calls.certified(peer, "Authorization", "Bearer " + ADMIN_TOKEN)).name()).isEqualTo("ops");
      refused(401, "not known", () -> gate.identify(Calls.certified(peer, "Authorization", "Bearer none-of-those-known")));
    }
  }

  @Test
  void whoMayDoSomethingIsAskedByRole() {
    Caller reader = new Caller("eve", Access.READ, "");

    Gate.check(reader, Access.READ, true);
    Gate.check(reader, Access.NONE, false);
    refused(403, "this needs the role admin; eve has read", () -> Gate.check(reader, Access.ADMIN, true));
    refused(401, "Authorization: Bearer TOKEN", () -> Gate.check(new Caller("anonymous", Access.NONE, ""), Access.READ, false));
  }

  @Test
  void rolesIncludeThoseBeforeThem() {
    assertThat(Access.values()).allMatch(access -> access.covers(Access.NONE) && access.covers(access) && Access.ADMIN.covers(access));
    assertThat(Access.NONE.covers(Access.READ)).isFalse();
    assertThat(Access.READ.covers(Access.ADMIN)).isFalse();
    assertThat(Access.ADMIN.id()).isEqualTo("admin");
  }
}
