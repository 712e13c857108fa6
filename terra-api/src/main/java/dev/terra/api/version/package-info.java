/** Which versions of a protocol programs speak with each other. */
package dev.terra.api.version;
