/** A small certificate authority: keys, certificates, and the files that hold them. Nothing that runs a WAN depends on it. */
package dev.terra.certs;
