/** The sending site: which bytes go to which site, in which order, over which tunnel, and when. */
package dev.terra.agent.send;
