/** The agent's configuration, which is read once and checked here. */
@NullMarked
package dev.terra.agent.config;

import org.jspecify.annotations.NullMarked;
