package dev.terra.api.client;

import dev.terra.api.tls.Speech;
import dev.terra.core.failure.Failures;
import io.grpc.Status;
import java.io.EOFException;
import java.net.InetSocketAddress;
import java.security.cert.CertificateException;
import java.util.stream.Stream;

/** Describes for people why a call failed. */
public final class RpcProblem {
  /** The beginning of gRPC's message about bytes that it does not understand if they are "HTTP/", in hexadecimal. */
  private static final String HTTP_ANSWER = "first 5 bytes: 485454502f";
  /** A part of gRPC's message about TLS without HTTP/2. */
  private static final String NO_HTTP_2 = "Failed ALPN negotiation";
  /** The beginning of gRPC's message about the answer of TLS to a client without TLS: an alert, version 3.x, in hexadecimal. */
  private static final String TLS_ANSWER = "first 5 bytes: 1503";
  /** The message of gRPC when the other end closes a connection without an answer, as a server does that expects TLS. */
  private static final String CLOSED = "Network closed for unknown reason";
  /** The description of the failure when the other end closes a connection of which it has not read everything. */
  private static final String RESET = Failures.inWords(new EOFException());
  /** Parts of the messages of TLS implementations about an answer that is not TLS. */
  private static final String[] NO_TLS = {"not an SSL/TLS record", "WRONG_VERSION_NUMBER", "Unsupported or unrecognized SSL message"};

  private RpcProblem() {}

  /** Returns whether a server for HTTP answered. Further attempts get the same answer. */
  public static boolean isOfHttpPort(Throwable failure) {
    String said = said(failure);
    return said.contains(HTTP_ANSWER) || said.contains(NO_HTTP_2);
  }

  /** Returns whether one end uses TLS and the other end does not. Further attempts do not change this. */
  public static boolean isOfTls(Throwable failure) {
    String said = said(failure);
    return said.contains(TLS_ANSWER) || isOfPlainServer(said);
  }

  /**
   * Returns whether one end uses TLS and the other end does not. If the failure does not show this, the other end's port is probed. It
   * blocks for at most two seconds.
   *
   * @param plain true if this end does not use TLS
   */
  public static boolean isOfTls(Throwable failure, boolean plain, InetSocketAddress otherEnd) {
    return isOfTls(failure) || plain && isClosed(said(failure)) && Speech.at(otherEnd) == Speech.TLS;
  }

  private static boolean isClosed(String said) {
    return said.equals(CLOSED) || said.equals(RESET);
  }

  private static boolean isOfPlainServer(String said) {
    return Stream.of(NO_TLS).anyMatch(said::contains);
  }

  /**
   * Returns the answer of the other side, or if a connection failed, the reason: the innermost cause, since outer ones carry no
   * information.
   */
  public static String inWords(Throwable failure) {
    String said = said(failure);
    if (isOfHttpPort(failure)) {
      return "that is the controller's port for HTTP; the port for this is 'listen' in controller.yaml, usually 7100";
    }
    return said.contains(TLS_ANSWER) ? mismatch("plain", "TLS") : isOfPlainServer(said) ? mismatch("TLS", "plain")
        : isClosed(said) ? "the other end closed the connection without an answer" : said;
  }

  /**
   * Returns why a call failed. If the failure does not show which end uses TLS, the other end's port is probed. It blocks for at most two
   * seconds.
   *
   * @param plain true if this end does not use TLS
   */
  public static String inWords(Throwable failure, boolean plain, InetSocketAddress otherEnd) {
    return !isOfTls(failure) && isOfTls(failure, plain, otherEnd) ? mismatch("plain", "TLS") : inWords(failure);
  }

  private static String mismatch(String own, String others) {
    return "this end speaks " + own + ", and the other end speaks " + others + "; set tls at both, or at neither (insecure: true)";
  }

  private static String said(Throwable failure) {
    Status status = Status.fromThrowable(failure);
    Throwable innermost = status.getCause();
    if (innermost == null) {
      return status.getDescription() == null ? inWords(status.getCode()) : status.getDescription();
    }
    while (innermost.getCause() != null && !(innermost instanceof CertificateException)) {
      innermost = innermost.getCause();
    }
    String outer = status.getDescription();
    String why = Failures.inWords(innermost);
    return outer == null || outer.equals("io exception") || why.contains(outer) ? why : outer + ": " + why;
  }

  private static String inWords(Status.Code code) {
    return switch (code) {
      case UNAVAILABLE -> "it does not answer";
      case DEADLINE_EXCEEDED -> "no answer in time";
      case CANCELLED -> "the call was cancelled";
      case UNIMPLEMENTED -> "it does not support this call; does it have another version, or is it another program?";
      case PERMISSION_DENIED, UNAUTHENTICATED -> "it does not accept this certificate";
      default -> "it failed to answer";
    };
  }
}
