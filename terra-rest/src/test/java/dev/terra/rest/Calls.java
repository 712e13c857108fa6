package dev.terra.rest;

import com.google.common.collect.ImmutableMap;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.rest.api.Access;
import dev.terra.rest.api.Call;
import dev.terra.rest.api.Caller;
import dev.terra.rest.api.Content;
import dev.terra.rest.http.HttpCall;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultHttpHeaders;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaders;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;

/** Makes requests without a connection. */
public final class Calls {
  public static final Caller OPERATOR = new Caller("ops", Access.ADMIN, "10.0.0.1");
  public static final InetSocketAddress REMOTE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1_234);

  private Calls() {
  }

  /** Returns a request with headers, which alternate between name and value. */
  public static HttpCall http(String method, String path, String... headers) {
    HttpHeaders all = new DefaultHttpHeaders();
    for (int i = 0; i < headers.length; i += 2) {
      all.add(headers[i], headers[i + 1]);
    }
    return new HttpCall(method, path, "", all, Content.EMPTY, REMOTE, Optional.empty(), false);
  }

  /** Returns a request of the holder of a certificate. */
  public static HttpCall certified(PeerIdentity peer, String... headers) {
    HttpCall plain = http("GET", "/", headers);
    return new HttpCall(plain.method(), plain.path(), "", plain.headers(), plain.body(), REMOTE, Optional.of(peer), true);
  }

  /** Returns a call of an operator with parameters. */
  public static Call call(Map<String, String> parameters) {
    return new Call(OPERATOR, ImmutableMap.copyOf(parameters), Optional.empty());
  }
}
