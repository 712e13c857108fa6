/** Commands and processes of the machine that the testbed runs on. */
package dev.terra.testbed.os;
