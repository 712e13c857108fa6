package dev.terra.sim;

import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.IntUnaryOperator;

/**
 * How TCP carries bundles.
 *
 * @param route the route between two sites; empty if no path joins them
 * @param count the number of connections that carry a bundle, at least 1, from the number of its flows
 */
public record TcpConnections(BiFunction<SiteId, SiteId, Optional<Path>> route, IntUnaryOperator count) {}
