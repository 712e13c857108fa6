/** The TLS of an agent's connections: which library does it, and its contexts, which follow the files. */
@NullMarked
package dev.terra.agent.tls;

import org.jspecify.annotations.NullMarked;
