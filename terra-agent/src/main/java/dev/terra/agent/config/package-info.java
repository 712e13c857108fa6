/** The agent's configuration: read once, checked in one place. */
@NullMarked
package dev.terra.agent.config;

import org.jspecify.annotations.NullMarked;
