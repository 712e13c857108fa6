package dev.terra.cli.simulate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.cli.progress.Progress;
import dev.terra.sim.Evaluation;
import dev.terra.sim.SimulationResult;
import dev.terra.sim.report.HtmlReport;
import dev.terra.sim.report.ResultsJson;
import dev.terra.sim.report.ResultsTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sweep}: replays the same trace again and again with one parameter changed. */
@Command(name = "sweep", mixinStandardHelpOptions = true,
    description = "Replays a trace for each value of one parameter, as in the paper's sensitivity studies.")
public final class SweepCommand implements Callable<Integer> {
  @Mixin
  private ReplayOptions replay;

  @Option(names = "--parameter", required = true, paramLabel = "NAME", description = "k, alpha, rate, volume, network or hosts")
  private String parameter;

  @Option(names = "--values", required = true, split = ",", paramLabel = "V", description = "the values to try, in this order")
  private List<Double> values;

  @Option(names = "--policy", split = ",", paramLabel = "P", defaultValue = "default,terra", description = "as for simulate")
  private List<String> policies;

  @Mixin
  private ReportOptions report;

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Policies.check(policies);
    PrintWriter out = spec.commandLine().getOut();
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("parameter", parameter);
    ArrayNode points = root.putArray("points");
    Map<String, List<SimulationResult>> pages = new LinkedHashMap<>();
    for (double value : values) {
      replay.set(parameter, value);
      Evaluation.Setting setting = replay.setting();
      Evaluation evaluation = new Evaluation(setting, System::nanoTime);
      List<SimulationResult> runs = Policies.run(
          evaluation, policies, new Progress(() -> spec.commandLine().getErr(), System::nanoTime));
      ObjectNode point = points.addObject();
      point.put("value", value);
      point.setAll(ResultsJson.of(setting.wan().name(), setting.trace().name(), setting.trace().problems().size(),
          evaluation.offeredLoad(), runs, report.timings()));
      pages.put(parameter + " = " + value, runs);
      if (!report.json()) {
        out.println(parameter + " = " + value);
        out.println(ResultsTable.of(runs));
        out.flush();
      }
    }
    if (report.json()) {
      out.println(root);
      out.flush();
    }
    report.writePage(() -> HtmlReport.of(pages));
    return 0;
  }
}
