package dev.terra.lab.fetch;

import java.util.List;

/**
 * A report of where the bytes of jobs of two queues have been. One of the queues has a rule that names a site.
 *
 * @param from the site of the outputs
 * @param to the site of the reducers
 * @param forbidden the site that the rule rules out
 * @param audited bytes of the queue with the rule that the audit lists
 * @param auditedFree bytes that the audit lists once both queues have the rule
 */
record ResidencyReport(String topology, String from, String to, String forbidden, List<Job> jobs, long audited, long auditedFree,
    boolean holds) {
  /**
   * The limit of the difference between the capture and the ledger if bytes go over the site, as a part of the ledger's
   * bytes.
   */
  static final double LEDGER_LIMIT = 0.05;

  /**
   * A job.
   *
   * @param during the event while it runs
   * @param ruled whether its queue has the rule
   * @param seconds in which its reducers fetched all outputs
   * @param bytes of its outputs
   * @param captured the part of these bytes that packets at the site carried
   * @param ledger bytes on paths over the site, as agents counted them; bytes that were sent again count again
   * @param packets that were captured at the site
   * @param dropped packets that the capture missed
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
