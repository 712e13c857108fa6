/** The linear programme of one shuffle and what solves it. */
package dev.terra.schedule.lp;
