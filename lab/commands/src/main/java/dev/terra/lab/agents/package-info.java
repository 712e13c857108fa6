/** What several agents of a site do that one does not: more at once, and each other's work. */
package dev.terra.lab.agents;
