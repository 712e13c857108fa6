/** The data that an agent publishes about itself: immutable views that any thread may read, and their metrics. */
@NullMarked
package dev.terra.agent.view;

import org.jspecify.annotations.NullMarked;
