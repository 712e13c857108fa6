/** The results of runs, for tools (JSON) and people (text, HTML). */
@NullMarked
package dev.terra.sim.report;

import org.jspecify.annotations.NullMarked;
