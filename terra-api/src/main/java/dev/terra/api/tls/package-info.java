/**
 * Mutual TLS between agents, controller and clients: the identities in certificates, and the files with certificates and keys, which may be
 * replaced while a process runs.
 */
@NullMarked
package dev.terra.api.tls;

import org.jspecify.annotations.NullMarked;
