package dev.terra.shuffle.contract;

import java.util.List;

/** The chapters of the contract, in the order in which the docs list them. */
public final class ContractChapters {
  /** All of them. */
  public static final List<Class<?>> ALL = List.of(RequestContract.class, OutputContract.class, ReducerContract.class,
      KeepAliveContract.class, KeepAliveByServerContract.class, ConnectionLimitContract.class, SecurityContract.class,
      TlsContract.class, RecoveryContract.class, MetricsContract.class);

  private ContractChapters() {}
}
