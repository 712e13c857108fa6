/** The policies that Terra is compared with. */
package dev.terra.schedule.policy.baseline;
