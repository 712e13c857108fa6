/** Addresses and the networks they belong to. */
@NullMarked
package dev.terra.api.address;

import org.jspecify.annotations.NullMarked;
