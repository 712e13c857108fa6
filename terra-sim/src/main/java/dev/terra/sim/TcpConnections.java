package dev.terra.sim;

import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.IntUnaryOperator;

/**
 * How TCP carries bundles.
 *
 * @param route the one between two sites; empty if nothing joins them
 * @param count how many connections carry a bundle of so many flows, at least 1
 */
public record TcpConnections(BiFunction<SiteId, SiteId, Optional<Path>> route, IntUnaryOperator count) {}
