package dev.terra.reproduce.hare;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The requests of a tenant to its store, as in YCSB.
 *
 * @param keys the number of keys
 * @param valueBytes the size of a value
 * @param writes the part of operations that are writes of one key
 * @param theta the exponent by which popularity falls with the rank
 * @param scan the longest range that is read; lengths from 1 on are equally likely
 */
record TenantLoad(int keys, int valueBytes, double writes, double theta, int scan) {
  private static final int KEY_BYTES = 16;
  /** The bytes that a store needs for a pair in addition to its own: the slides have 3.3 GB for 6 M pairs of 516 B. */
  private static final int OVERHEAD_BYTES = 34;
  /** The bytes that DynamoDB counts as one unit. */
  private static final int READ_UNIT_BYTES = 4_096;
  private static final int WRITE_UNIT_BYTES = 1_024;

  TenantLoad {
    checkArgument(keys > 0 && valueBytes > 0 && scan > 0, "keys, bytes of a value, scan: expected at least 1, got %s, %s, %s", keys,
        valueBytes, scan);
    checkArgument(writes >= 0 && writes <= 1, "writes: expected 0 to 1, got %s", writes);
  }

  static TenantLoad points(int keys, int valueBytes, double writes) {
    return new TenantLoad(keys, valueBytes, writes, .99, 1);
  }

  static TenantLoad scans(int keys, int valueBytes) {
    return new TenantLoad(keys, valueBytes, .05, .99, 100);
  }

  TenantLoad withKeys(int count) {
    return new TenantLoad(count, valueBytes, writes, theta, scan);
  }

  TenantLoad withWrites(double part) {
    return new TenantLoad(keys, valueBytes, part, theta, scan);
  }

  TenantLoad withTheta(double skew) {
    return new TenantLoad(keys, valueBytes, writes, skew, scan);
  }

  TenantLoad withScan(int longest) {
    return new TenantLoad(keys, valueBytes, writes, theta, longest);
  }

  /** Returns the bytes on a line for a pair. */
  int wireBytes() {
    return KEY_BYTES + valueBytes;
  }

  /** Returns the bytes of a pair in the cache. */
  int memoryBytes() {
    return wireBytes() + OVERHEAD_BYTES;
  }

  int readUnits() {
    return wireBytes() / READ_UNIT_BYTES + 1;
  }

  int writeUnits() {
    return wireBytes() / WRITE_UNIT_BYTES + 1;
  }
}
