/** The rates of bundles, and the pacers that enforce them. */
@NullMarked
package dev.terra.agent.pace;

import org.jspecify.annotations.NullMarked;
