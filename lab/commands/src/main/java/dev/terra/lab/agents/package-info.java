/** Measurements of several agents of a site, of compression, and of the control messages of many agents. */
package dev.terra.lab.agents;
