package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import dev.terra.core.view.ResourceUse;
import org.jspecify.annotations.Nullable;

/**
 * The agent that carries a slice of its site. Where a site has one agent, that is all of it.
 *
 * @param slice from 0
 * @param agent its name
 * @param live whether its stream is there and it speaks
 * @param sinceSeconds when it joined, or was lost, since the controller started
 * @param reason why it was lost; empty if it is live
 * @param tunnelsUp how many of its tunnels are up
 * @param fetches how many it serves now
 * @param version of the protocol that it and the controller speak
 * @param capabilities what it says that it can do, by name
 * @param address the address and port from which it speaks; empty if that is not known
 * @param use of its spool and heap; null if it does not report it, as agents of an older version
 * @param load what waits at it; null if it does not report it, as one that shares its site with no other
 */
public record SliceFigures(int slice, String agent, boolean live, double sinceSeconds, String reason, int tunnelsUp, int fetches,
    int version, ImmutableList<String> capabilities, String address, @Nullable ResourceUse use,
    @Nullable SliceLoad load) {}
