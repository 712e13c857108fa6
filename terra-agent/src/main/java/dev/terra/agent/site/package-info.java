/** This site's handlers: what they have, what they ask, what they are told. */
package dev.terra.agent.site;
