/** Which address belongs to which site. */
package dev.terra.node.site;
