/** The agent's configuration: read once, checked in one place. */
package dev.terra.agent.config;
