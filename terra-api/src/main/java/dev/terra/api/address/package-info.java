/** Addresses and the networks they belong to. */
package dev.terra.api.address;
