/** The standing links to the agents of this node's site. */
package dev.terra.node.agent;
