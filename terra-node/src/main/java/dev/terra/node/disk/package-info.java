/** Files in folders that users' containers write. */
package dev.terra.node.disk;
