package dev.terra.reproduce.aequitas;

import org.jspecify.annotations.Nullable;

/** A request that a host sends: a range of its channel's bytes. */
final class Request {
  final int number;
  final long bytes;
  final long issued;
  long end;
  @Nullable Request next;

  Request(int number, long bytes, long issued) {
    this.number = number;
    this.bytes = bytes;
    this.issued = issued;
  }
}
