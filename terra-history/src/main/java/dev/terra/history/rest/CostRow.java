package dev.terra.history.rest;

import dev.terra.core.cost.CostSum;
import dev.terra.rest.api.Doc;

/** The cost of some bytes. */
@Doc("What the bytes of a link, path, queue, job or shuffle, or of a day, cost.")
public record CostRow(
    @Doc("The link, path, queue, job, shuffle or day; empty for jobs without a queue.") String name,
    @Doc("Data on links in bytes, as agents counted it. It includes data that was sent again, and no headers.") long bytes,
    @Doc("US dollars, at the prices that the topology had when the data was sent; headers count.") double usd,
    @Doc("The part of usd that the cheapest paths would have saved; 0 for links, since only paths are detours.") double detourUsd,
    @Doc("Energy of the network's devices.") double joules,
    @Doc("Carbon dioxide of that energy.") double gramsCo2) {
  static CostRow of(String name, CostSum sum) {
    return new CostRow(name, sum.bytes(), sum.usd(), sum.detourUsd(), sum.joules(), sum.grams());
  }
}
