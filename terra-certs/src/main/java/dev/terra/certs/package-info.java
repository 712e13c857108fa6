/** A small certificate authority: keys, certificates, and the files that contain them. No part that runs a WAN depends on it. */
@NullMarked
package dev.terra.certs;

import org.jspecify.annotations.NullMarked;
