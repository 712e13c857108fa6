package dev.terra.controller;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.net.InetSocketAddress;

/** Gives services the address from which a call comes. */
final class CallerAddress implements ServerInterceptor {
  private static final Context.Key<String> KEY = Context.key("terra-caller-address");

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    String from = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR) instanceof InetSocketAddress address
        ? address.getAddress().getHostAddress() + ":" + address.getPort() : "";
    return Contexts.interceptCall(Context.current().withValue(KEY, from), call, headers, next);
  }

  /** Returns the address and port from which the current call comes; empty if they are not known. */
  static String ofCall() {
    String from = KEY.get();
    return from == null ? "" : from;
  }
}
