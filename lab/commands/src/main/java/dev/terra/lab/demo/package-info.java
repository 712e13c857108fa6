/** {@code ./terra demo}: the same real jobs on the same emulated WAN, with the stock shuffle and with Terra. */
package dev.terra.lab.demo;
