/** Checksums that travel beside segments' bytes inside a site. */
package dev.terra.api.checksum;

