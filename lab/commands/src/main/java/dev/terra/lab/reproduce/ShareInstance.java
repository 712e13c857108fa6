package dev.terra.lab.reproduce;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import dev.terra.core.shares.Allotment;
import dev.terra.core.shares.CacheTenant;
import dev.terra.core.shares.MissRatioCurve;
import dev.terra.core.shares.RateResource;
import dev.terra.core.shares.RequestDemand;
import dev.terra.core.shares.SharePolicy;
import dev.terra.core.shares.SharePool;
import dev.terra.core.shares.ShareRules;
import dev.terra.reproduce.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pool in a file, as a JSON object.
 *
 * @param deltaBytes how much cache is moved at a time
 * @param leastBytes the cache that each tenant keeps
 * @param resources the rates beside the cache
 * @param tenants that share the pool
 */
record ShareInstance(long deltaBytes, long leastBytes, List<Rate> resources, List<Tenant> tenants) {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  /** The least share of its base that each tenant must have. */
  private static final double LEAST = .99;

  /**
   * A rate.
   *
   * @param name its name
   * @param sparedByHits whether reads that hit the cache use less of it
   */
  record Rate(String name, boolean sparedByHits) {}

  /**
   * A tenant.
   *
   * @param name its name; may be left out
   * @param missed what a request uses of each rate if all reads miss
   * @param spared the part of it that a hit spares
   * @param base what the tenant has alone: the bytes of a cache, then each rate
   * @param curve sizes of a cache in bytes, each with the part of reads that misses it
   */
  record Tenant(@Nullable String name, List<Double> missed, List<Double> spared, List<Double> base,
      List<List<Double>> curve) {

    CacheTenant read(int place) {
      String label = name == null ? "tenant " + (place + 1) : name;
      return new CacheTenant(label, new RequestDemand(ImmutableList.copyOf(missed), ImmutableList.copyOf(spared)),
          MissRatioCurve.of(curve.stream().map(point -> point.get(0).longValue()).toList(),
              curve.stream().map(point -> point.get(1)).toList()),
          new Allotment(base.get(0).longValue(), ImmutableList.copyOf(base.subList(1, base.size()))));
    }
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException with the file's name, if it cannot be read
   */
  static SharePool read(Path file) {
    try {
      JsonNode json = MAPPER.readTree(Files.readString(file));
      return MAPPER.treeToValue(json, ShareInstance.class).pool();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(file + ": " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + " cannot be read", e);
    } catch (NullPointerException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException(file + ": expected deltaBytes, leastBytes, resources and tenants, each with missed, spared, base"
          + " and curve", e);
    }
  }

  private SharePool pool() {
    ImmutableList.Builder<CacheTenant> all = ImmutableList.builder();
    for (int i = 0; i < tenants.size(); i++) {
      all.add(tenants.get(i).read(i));
    }
    ImmutableList<RateResource> rates = resources.stream().map(rate -> new RateResource(rate.name(), rate.sparedByHits()))
        .collect(ImmutableList.toImmutableList());
    return new SharePool(rates, all.build(), ShareRules.of(deltaBytes, leastBytes));
  }

  /** Returns a row for each resource of each tenant. */
  static List<Row> rows(SharePool pool, SharePolicy policy) {
    List<Row> rows = new ArrayList<>();
    ImmutableList<Allotment> allotments = policy.divide(pool);
    for (int i = 0; i < allotments.size(); i++) {
      CacheTenant tenant = pool.tenants().get(i);
      double gain = pool.throughput(tenant, allotments.get(i)) / pool.throughput(tenant, tenant.base());
      boolean holds = gain >= LEAST || policy == SharePolicy.MEMSHARE;
      rows.add(new Row(policy.toString(), tenant.name() + ": cache", null, null, allotments.get(i).cacheBytes(), "bytes", holds));
      for (int j = 0; j < pool.resources().size(); j++) {
        rows.add(new Row(policy.toString(), tenant.name() + ": " + pool.resources().get(j).name(), null, null,
            allotments.get(i).rates().get(j), "a second", holds));
      }
      rows.add(new Row(policy.toString(), tenant.name() + ": throughput / that of its base", null, null, gain, "ratio", holds));
    }
    return rows;
  }
}
