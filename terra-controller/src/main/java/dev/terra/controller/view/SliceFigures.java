package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import dev.terra.core.view.ResourceUse;
import org.jspecify.annotations.Nullable;

/**
 * The agent that carries a slice of its site. Where a site has one agent, that agent carries the only slice.
 *
 * @param slice the slice's number, from 0
 * @param agent the agent's name
 * @param live whether its stream is open and it sends reports
 * @param sinceSeconds when it joined, or was lost, in seconds since the controller started
 * @param reason why it was lost; empty if it is live
 * @param tunnelsUp how many of its tunnels are up
 * @param fetches how many fetches it serves at present
 * @param version the version of the protocol that it and the controller use
 * @param capabilities the capabilities that it reports, by name
 * @param address the address and port from which it connects; empty if they are not known
 * @param use the use of its spool and heap; null if it does not report them, as agents of an older version do not
 * @param load what waits at it; null if it does not report that, as an agent that is alone at its site does not
 */
public record SliceFigures(int slice, String agent, boolean live, double sinceSeconds, String reason, int tunnelsUp, int fetches,
    int version, ImmutableList<String> capabilities, String address, @Nullable ResourceUse use,
    @Nullable SliceLoad load) {}
