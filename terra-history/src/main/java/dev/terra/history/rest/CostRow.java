package dev.terra.history.rest;

import dev.terra.core.cost.CostSum;
import dev.terra.rest.api.Doc;

/** The cost of some bytes. */
@Doc("What the bytes of a link, path, queue, job or shuffle, or of a day, cost.")
public record CostRow(
    @Doc("Of which link, path, queue, job, shuffle or day; empty for jobs without a queue.") String name,
    @Doc("Data on links as agents counted it, also what was sent again; without headers.") long bytes,
    @Doc("US dollars, at the prices of the topology when it was sent; headers count.") double usd,
    @Doc("Of these, what the cheapest paths would have spared; 0 for links, as paths are detours and links are not.") double detourUsd,
    @Doc("Energy of the network's devices.") double joules,
    @Doc("Carbon dioxide of that energy.") double gramsCo2) {
  static CostRow of(String name, CostSum sum) {
    return new CostRow(name, sum.bytes(), sum.usd(), sum.detourUsd(), sum.joules(), sum.grams());
  }
}
