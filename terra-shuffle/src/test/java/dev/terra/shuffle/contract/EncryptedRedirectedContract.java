package dev.terra.shuffle.contract;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** The contract over HTTPS, over fetches that Terra's handler redirects to the client's own node, whose handler relays them. */
@Over(value = Subject.TERRA_REDIRECTING, encrypted = true)
@DisplayName("Terra's handlers, encrypted, with a client of another site whose fetches are redirected and relayed")
public class EncryptedRedirectedContract {
  @Nested class Outputs extends OutputChapter {}

  @Nested class HadoopsReducer extends ReducerChapter {}

  @Nested class Recovery extends RecoveryChapter {}
}
