/** What an agent tells about itself. */
package dev.terra.agent.stats;
