/** What the handler did, in numbers. */
package dev.terra.shuffle.count;
