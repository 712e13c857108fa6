/** This package contains random instances and audits, for tests and for the benchmark that operators run. */
@NullMarked
package dev.terra.schedule.check;

import org.jspecify.annotations.NullMarked;
