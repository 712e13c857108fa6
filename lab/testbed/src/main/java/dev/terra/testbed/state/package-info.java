/** What a testbed leaves on disk: its folders, and what runs in it. */
package dev.terra.testbed.state;
