/** Terra's own policies: the dissertation's, and the default. */
@NullMarked
package dev.terra.schedule.policy.terra;

import org.jspecify.annotations.NullMarked;
