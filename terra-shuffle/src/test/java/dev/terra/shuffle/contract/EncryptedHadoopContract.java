package dev.terra.shuffle.contract;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** The contract over HTTPS, over Hadoop's own handler. */
@Over(value = Subject.HADOOP, encrypted = true)
@DisplayName("Hadoop's handler, encrypted")
class EncryptedHadoopContract {
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
