package dev.terra.shuffle.contract;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** The contract over HTTPS, over Terra's handler, whose agent lets the fetches of a client of another site bypass Terra. */
@Over(value = Subject.TERRA_ACROSS_SITES, encrypted = true)
@DisplayName("Terra's handler, encrypted, with a client of another site")
class EncryptedOtherSiteContract {
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
