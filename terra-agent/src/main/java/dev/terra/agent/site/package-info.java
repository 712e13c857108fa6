/** This site's handlers: what they have, what they ask, and what they get. */
package dev.terra.agent.site;
