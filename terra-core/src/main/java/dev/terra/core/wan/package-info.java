/** The wide-area network: sites, directed links, paths. */
package dev.terra.core.wan;
