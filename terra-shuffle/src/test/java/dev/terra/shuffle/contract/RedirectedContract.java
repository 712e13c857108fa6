package dev.terra.shuffle.contract;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** The contract over fetches that Terra's handler redirects to the client's own node, whose handler relays them. */
@Over(Subject.TERRA_REDIRECTING)
@DisplayName("Terra's handlers, with a client of another site whose fetches are redirected and relayed")
public class RedirectedContract {
  @Nested class Outputs extends OutputChapter {}

  @Nested class HadoopsReducer extends ReducerChapter {}

  @Nested class Recovery extends RecoveryChapter {}
}
