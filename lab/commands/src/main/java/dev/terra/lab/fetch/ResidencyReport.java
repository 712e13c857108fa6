package dev.terra.lab.fetch;

import java.util.List;

/**
 * Where the bytes of jobs of two queues have been, one of which has a rule that names a site.
 *
 * @param from where outputs are
 * @param to where reducers are
 * @param forbidden the site that the rule rules out
 * @param audited bytes of the queue with the rule that the audit lists
 * @param auditedFree bytes that the audit lists once both queues have the rule
 */
record ResidencyReport(String topology, String from, String to, String forbidden, List<Job> jobs, long audited, long auditedFree,
    boolean holds) {
  /** How far the capture and the ledger are apart at most where bytes go over the site, as a part of the ledger's. */
  static final double LEDGER_LIMIT = 0.05;

  /**
   * A job.
   *
   * @param during what happens meanwhile
   * @param ruled whether its queue has the rule
   * @param seconds in which its reducers fetched all
   * @param bytes of its outputs
   * @param captured of these, those that packets at the site carried
   * @param ledger bytes on paths over the site, as agents counted them; what was sent again counts again
   * @param packets that were captured at the site, all in all
   * @param dropped packets that were missed there
   */
  record Job(String during, boolean ruled, double seconds, long bytes, long captured, long ledger, long packets, long dropped) {
    boolean holds() {
      boolean complete = packets > 0 && dropped == 0;
      return complete && (ruled ? captured == 0 && ledger == 0
          : captured > 0 && Math.abs(captured - ledger) <= LEDGER_LIMIT * ledger);
    }
  }

  static ResidencyReport of(String topology, TemptingDetour detour, List<Job> jobs, long audited, long auditedFree) {
    long free = jobs.stream().filter(job -> !job.ruled).mapToLong(Job::ledger).sum();
    return new ResidencyReport(topology, detour.from().name(), detour.to().name(), detour.over().name(), jobs, audited, auditedFree,
        jobs.stream().allMatch(Job::holds) && audited == 0 && auditedFree == free);
  }
}
