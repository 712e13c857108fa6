/** What runs gave, for tools (JSON) and people (text, HTML). */
package dev.terra.sim.report;
