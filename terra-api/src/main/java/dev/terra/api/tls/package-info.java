/**
 * Mutual TLS between agents, controller and clients: who is who in certificates, and the files that hold them, which may be
 * replaced while a process runs.
 */
@NullMarked
package dev.terra.api.tls;

import org.jspecify.annotations.NullMarked;
