package dev.terra.lab.users;

import java.util.List;

/**
 * Whom a hostile process asks, and what for.
 *
 * @param targets hosts and the ports at which programs listen there
 * @param outputPath path and query of the reading of a map output, as a reducer asks for it
 * @param signature of that reading at the handlers' port, by the secret of another job
 * @param ownSignature by the job's own secret
 * @param samples bytes of the output, in hexadecimal: a program that has these has read it
 */
record Approach(List<Target> targets, String outputPath, String signature, String ownSignature, List<String> samples) {
  /**
   * One host.
   *
   * @param hasOutput whether the output lies there
   */
  record Target(String host, String ip, List<Integer> ports, boolean hasOutput) {}
}
