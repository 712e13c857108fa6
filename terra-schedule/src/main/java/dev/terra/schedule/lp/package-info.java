/** The linear program of one shuffle and what solves it. */
package dev.terra.schedule.lp;
