package dev.terra.lab.users;

import java.util.List;

/**
 * The targets of a hostile process, and its requests.
 *
 * @param targets hosts and the ports at which programs listen there
 * @param outputPath path and query of the request for a map output, as a reducer sends it
 * @param signature of that request at the handlers' port, by the secret of another job
 * @param ownSignature by the job's own secret
 * @param samples bytes of the output, in hexadecimal: a process that has these has read it
 */
record Approach(List<Target> targets, String outputPath, String signature, String ownSignature, List<String> samples) {
  /**
   * One host.
   *
   * @param hasOutput whether the output is on this host
   */
  record Target(String host, String ip, List<Integer> ports, boolean hasOutput) {}
}
