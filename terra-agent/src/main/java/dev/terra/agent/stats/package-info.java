/** What has happened at an agent. */
package dev.terra.agent.stats;
