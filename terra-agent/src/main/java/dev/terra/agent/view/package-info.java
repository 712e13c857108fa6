/** What an agent tells about itself: immutable views that anybody may read, and their figures. */
@NullMarked
package dev.terra.agent.view;

import org.jspecify.annotations.NullMarked;
