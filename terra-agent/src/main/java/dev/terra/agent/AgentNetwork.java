package dev.terra.agent;

import dev.terra.agent.control.ControlClient;
import dev.terra.agent.control.RateBook;
import dev.terra.agent.tunnel.TunnelContext;
import dev.terra.agent.tunnel.Tunnels;

/**
 * The network as far as this agent knows it.
 *
 * @param context what all tunnels share
 * @param client the streams to the controllers
 * @param rates by which bundles go
 * @param outlook what follows from the others
 */
record AgentNetwork(TunnelContext context, Tunnels tunnels, ControlClient client, RateBook rates, NetworkOutlook outlook) {}
