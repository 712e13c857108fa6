package dev.terra.api.client;

import io.grpc.Status;
import java.security.cert.CertificateException;

/** Why a call failed, in words for people. */
public final class RpcProblem {
  /** How gRPC begins to tell of bytes that it does not understand: "HTTP/", in hexadecimal. */
  private static final String HTTP_ANSWER = "first 5 bytes: 485454502f";
  /** What gRPC says of TLS without HTTP/2. */
  private static final String NO_HTTP_2 = "Failed ALPN negotiation";

  private RpcProblem() {}

  /** Whether a server answered that is for browsers, and will not answer otherwise when it is asked again. */
  public static boolean isOfHttpPort(Throwable failure) {
    String said = said(failure);
    return said.contains(HTTP_ANSWER) || said.contains(NO_HTTP_2);
  }

  /** What the other side said or, where a connection failed, why: the innermost cause, since the outer ones say nothing. */
  public static String inWords(Throwable failure) {
    return isOfHttpPort(failure)
        ? "that is its port for HTTP; the one for this is 'listen' in controller.yaml, usually 7100" : said(failure);
  }

  private static String said(Throwable failure) {
    Status status = Status.fromThrowable(failure);
    String said = status.getDescription() == null ? status.getCode().toString() : status.getDescription();
    Throwable innermost = status.getCause();
    if (innermost == null) {
      return said;
    }
    while (innermost.getCause() != null && !(innermost instanceof CertificateException)) {
      innermost = innermost.getCause();
    }
    return said + ": " + (innermost.getMessage() == null ? innermost.toString() : innermost.getMessage());
  }
}
