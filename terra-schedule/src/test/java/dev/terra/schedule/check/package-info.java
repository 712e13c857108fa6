/** Random instances and audits, for tests and for the benchmark that operators run. */
package dev.terra.schedule.check;
