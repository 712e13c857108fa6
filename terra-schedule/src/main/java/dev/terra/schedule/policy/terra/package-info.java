/** Terra's own policies: the policy of the dissertation, and the default policy. */
@NullMarked
package dev.terra.schedule.policy.terra;

import org.jspecify.annotations.NullMarked;
