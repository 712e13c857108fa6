/** An encrypted shuffle: TLS between handlers and each other's shuffle ports. */
@NullMarked
package dev.terra.shuffle.tls;

import org.jspecify.annotations.NullMarked;
