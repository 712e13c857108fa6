/** The scheduler: keeps shuffles between rounds and runs the policy that was chosen. */
package dev.terra.schedule.policy;
