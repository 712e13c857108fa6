/** The site agent: tunnels, chunk protocol, rate enforcement, spool, site gateway. */
package dev.terra.agent;
