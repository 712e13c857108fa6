package dev.terra.shuffle.contract;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The chapters of the contract, and the classes that run them. */
public final class ContractChapters {
  /** All chapters, in the order in which the docs list them. */
  public static final List<Class<?>> ALL = List.of(RequestChapter.class, OutputChapter.class, ReducerChapter.class,
      KeepAliveChapter.class, KeepAliveByServerChapter.class, ConnectionLimitChapter.class, SecurityChapter.class,
      TlsChapter.class, RecoveryChapter.class, MetricsChapter.class);
  /** The classes that run all chapters, each over one subject. */
  public static final List<Class<?>> COMPLETE = List.of(HadoopContract.class, UnconfiguredContract.class, AgentAwayContract.class,
      SameSiteContract.class, OtherSiteContract.class, EncryptedHadoopContract.class, EncryptedOtherSiteContract.class);
  /** The classes that run the chapters whose subject a client still sees when its fetch is redirected. */
  public static final List<Class<?>> REDIRECTED = List.of(RedirectedContract.class, EncryptedRedirectedContract.class);
  private static final String SINGLE_CONNECTION = "it checks single connections, and a redirect ends the connection on which it is sent";

  private ContractChapters() {}

  /** Returns the chapters that are not run over redirected fetches, each with the reason. */
  public static Map<Class<?>, String> notRedirected() {
    Map<Class<?>, String> reasons = new LinkedHashMap<>();
    reasons.put(RequestChapter.class, "it checks the first bytes of a response, which are those of the redirect");
    reasons.put(KeepAliveChapter.class, SINGLE_CONNECTION);
    reasons.put(KeepAliveByServerChapter.class, SINGLE_CONNECTION);
    reasons.put(ConnectionLimitChapter.class, SINGLE_CONNECTION);
    reasons.put(SecurityChapter.class, "its requests are refused before any redirect; tampered redirects have tests of their own");
    reasons.put(TlsChapter.class, "the chapters above run over redirected fetches with HTTPS as well");
    reasons.put(MetricsChapter.class, "they count what Hadoop's code sends, and relayed bytes are Terra's");
    return reasons;
  }
}
