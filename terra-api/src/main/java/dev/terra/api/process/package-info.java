/** What a process does when it can no longer do its work. */
package dev.terra.api.process;
