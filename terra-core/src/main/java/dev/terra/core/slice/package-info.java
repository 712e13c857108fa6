/** How several agents of a site divide its work. */
package dev.terra.core.slice;
