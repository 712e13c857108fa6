package dev.terra.shuffle.contract;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** The contract over Hadoop's own handler. */
@Over(Subject.HADOOP)
@DisplayName("Hadoop's handler")
class HadoopContract {
  @Nested class Requests extends RequestChapter {}

  @Nested class Outputs extends OutputChapter {}

  @Nested class HadoopsReducer extends ReducerChapter {}

  @Nested class KeepAlive extends KeepAliveChapter {}

  @Nested class KeepAliveByServer extends KeepAliveByServerChapter {}

  @Nested class ConnectionLimit extends ConnectionLimitChapter {}

  @Nested class Security extends SecurityChapter {}

  @Nested class Tls extends TlsChapter {}

  @Nested class Recovery extends RecoveryChapter {}

  @Nested class Metrics extends MetricsChapter {}
}
