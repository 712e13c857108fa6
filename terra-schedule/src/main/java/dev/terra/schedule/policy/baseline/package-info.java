/** The policies that Terra is compared with. */
@NullMarked
package dev.terra.schedule.policy.baseline;

import org.jspecify.annotations.NullMarked;
