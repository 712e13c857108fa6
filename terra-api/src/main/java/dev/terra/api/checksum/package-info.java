/** Checksums that travel beside segments' bytes inside a site. */
@NullMarked
package dev.terra.api.checksum;

import org.jspecify.annotations.NullMarked;
