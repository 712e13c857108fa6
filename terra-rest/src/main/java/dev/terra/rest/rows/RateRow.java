package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.util.List;

/** A rate on a path. */
@Doc("A rate on a path.")
public record RateRow(@Doc("The sites of the path.") List<String> path, @Doc("The rate, payload bytes/s.") double bytesPerSecond) {}
