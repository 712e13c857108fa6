/** What the handler did, in numbers. */
package dev.terra.node.count;
