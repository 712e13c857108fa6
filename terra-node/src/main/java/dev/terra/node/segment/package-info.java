/** The endpoint at which the site's agents read outputs. */
package dev.terra.node.segment;
