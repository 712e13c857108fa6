/** The finished outputs of this node's live jobs, whoever finds them. */
package dev.terra.node.output;
