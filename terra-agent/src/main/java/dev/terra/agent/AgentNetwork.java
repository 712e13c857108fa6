package dev.terra.agent;

import dev.terra.agent.control.ControlClient;
import dev.terra.agent.control.RateBook;
import dev.terra.agent.tunnel.TunnelContext;
import dev.terra.agent.tunnel.Tunnels;

/**
 * The parts of an agent that represent the network.
 *
 * @param context the state that all tunnels share
 * @param client the streams to the controllers
 * @param rates the rates of bundles from the newest schedule
 * @param outlook the conclusions from the tunnels, the client and the rates: how fast bundles may send, and what may use Terra
 */
record AgentNetwork(TunnelContext context, Tunnels tunnels, ControlClient client, RateBook rates, NetworkOutlook outlook) {}
