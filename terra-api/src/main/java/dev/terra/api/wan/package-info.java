/** The messages that name parts of the WAN. */
package dev.terra.api.wan;
