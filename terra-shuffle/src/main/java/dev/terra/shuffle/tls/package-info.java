/** An encrypted shuffle: how handlers speak TLS with each other's shuffle ports. */
@NullMarked
package dev.terra.shuffle.tls;

import org.jspecify.annotations.NullMarked;
