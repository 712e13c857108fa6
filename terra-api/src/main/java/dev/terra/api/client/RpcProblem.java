package dev.terra.api.client;

import io.grpc.Status;
import java.security.cert.CertificateException;

/** Why a call failed, in words for people. */
public final class RpcProblem {
  private RpcProblem() {}

  /** What the other side said or, where a connection failed, why: the innermost cause, since the outer ones say nothing. */
  public static String inWords(Throwable failure) {
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
