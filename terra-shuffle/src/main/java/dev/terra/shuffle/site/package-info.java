/** Where this node is: its site's agents, the standing links to them, and which address belongs to which site. */
package dev.terra.shuffle.site;
