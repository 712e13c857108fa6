package dev.terra.agent.site;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A gRPC interceptor that makes the caller's address available to a service. */
public final class RemoteAddress implements ServerInterceptor {
  private static final Context.Key<InetAddress> KEY = Context.key("remote-address");

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    InetSocketAddress remote = (InetSocketAddress) call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    return Contexts.interceptCall(Context.current().withValue(KEY, remote.getAddress()), call, headers, next);
  }

  /** Returns the address from which the current call comes. */
  static InetAddress ofCall() {
    return KEY.get();
  }
}
