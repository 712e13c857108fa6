package dev.terra.controller;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.PeerIdentity.Role;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ShufflesGrpc;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.security.cert.CertificateException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Admits calls by the caller's certificate: agents may make the calls of agents, clients those of job masters, and both may request
 * the status. The name in a certificate may have a limited number of calls at once, so that the streams of one site do not keep out
 * the agents of others. It can be used by any thread.
 */
final class PeerGate implements ServerInterceptor {
  private static final Context.Key<PeerIdentity> PEER = Context.key("terra-peer");
  /** The most calls at once of one client's name. A program makes one, and some programs share a certificate. */
  private static final int MOST_OF_CLIENT = 250;

  private final int mostOfSite;
  private final Map<PeerIdentity, Integer> calls = new ConcurrentHashMap<>();

  /** Creates a gate without calls; {@code mostOfSite} is the most calls at once of one site's agents. */
  PeerGate(int mostOfSite) {
    this.mostOfSite = mostOfSite;
  }

  /** Returns the identity of the current call's peer; empty without TLS. */
  static Optional<PeerIdentity> peer() {
    return Optional.ofNullable(PEER.get());
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    try {
      PeerIdentity peer = PeerIdentity.of(call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION));
      Optional<Role> needed = needed(call.getMethodDescriptor());
      if (needed.isEmpty() || needed.get() == peer.role()) {
        return interceptCall(peer, call, headers, next);
      }
      String role = needed.get().name().toLowerCase(Locale.ROOT);
      call.close(Status.PERMISSION_DENIED.withDescription(
          "this call needs a certificate of a " + role + ", it came with one of " + peer), new Metadata());
    } catch (CertificateException e) {
      call.close(Status.UNAUTHENTICATED.withDescription(e.getMessage()), new Metadata());
    }
    return new ServerCall.Listener<>() { };
  }

  private <Q, A> ServerCall.Listener<Q> interceptCall(
      PeerIdentity peer, ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    int most = peer.role() == Role.SITE ? mostOfSite : MOST_OF_CLIENT;
    if (calls.merge(peer, 1, Integer::sum) > most) {
      ended(peer);
      call.close(Status.RESOURCE_EXHAUSTED.withDescription("more than " + most + " calls of " + peer + " at once"), new Metadata());
      return new ServerCall.Listener<>() { };
    }
    return new SimpleForwardingServerCallListener<>(
        Contexts.interceptCall(Context.current().withValue(PEER, peer), call, headers, next)) {
      @Override
      public void onComplete() {
        ended(peer);
        super.onComplete();
      }

      @Override
      public void onCancel() {
        ended(peer);
        super.onCancel();
      }
    };
  }

  private void ended(PeerIdentity peer) {
    calls.computeIfPresent(peer, (same, count) -> count > 1 ? count - 1 : null);
  }

  private static Optional<Role> needed(MethodDescriptor<?, ?> method) {
    String name = method.getFullMethodName();
    if (name.equals(ControllerGrpc.getGetStatusMethod().getFullMethodName())
        || name.equals(ControllerGrpc.getGetNetworkMethod().getFullMethodName())) {
      return Optional.empty();
    }
    return Optional.of(ShufflesGrpc.SERVICE_NAME.equals(method.getServiceName()) ? Role.CLIENT : Role.SITE);
  }
}
