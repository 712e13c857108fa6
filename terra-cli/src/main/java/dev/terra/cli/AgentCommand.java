package dev.terra.cli;

import dev.terra.agent.Agent;
import dev.terra.agent.SharedSite;
import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.config.AgentConfigFile;
import dev.terra.agent.trace.SpanExporter;
import dev.terra.agent.trace.TraceSettings;
import dev.terra.api.process.GarbageWatchdog;
import dev.terra.api.process.ProcessEnd;
import dev.terra.cli.check.StartCheck;
import dev.terra.config.ConfigException;
import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code agent --config F}: runs a site's agent until a signal stops it. The exit code is 1, with one line of output, if the agent cannot
 * start, and 78 if its configuration is the reason.
 */
@Command(name = "agent", mixinStandardHelpOptions = true, description = "Runs the agent of a site.")
public final class AgentCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(AgentCommand.class);

  @Option(names = "--config", required = true, paramLabel = "FILE", description = "The agent's configuration, YAML.")
  private Path file;

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    StartCheck.say(file, LOG::warn);
    GarbageWatchdog watchdog = GarbageWatchdog.start(System::nanoTime, ProcessEnd.of("the agent", LOG::error));
    try {
      AgentConfig config = AgentConfigFile.load(file);
      SpanExporter exporter = TraceSettings.of(System.getenv()).map(settings -> SpanExporter.start(settings, config)).orElse(null);
      if (config.share().agents() > 1) {
        return share(config, exporter);
      }
      Agent agent = Agent.start(config, exporter);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> {
        agent.close();
        close(exporter);
      }, "terra-agent-stop"));
      agent.awaitClosed();
      return 0;
    } catch (ConfigException e) {
      spec.commandLine().getErr().println("agent: " + Failures.inWords(e));
      return ConfigException.EXIT_CODE;
    } catch (IOException e) {
      spec.commandLine().getErr().println("agent: " + Failures.inWords(e));
      return 1;
    } finally {
      watchdog.close();
    }
  }

  private static int share(AgentConfig config, @Nullable SpanExporter exporter) throws IOException, InterruptedException {
    SharedSite site = SharedSite.start(config, exporter, new Random(System.nanoTime() ^ ProcessHandle.current().pid()));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      site.close();
      close(exporter);
    }, "terra-agent-stop"));
    site.awaitClosed();
    return 0;
  }

  private static void close(@Nullable SpanExporter exporter) {
    if (exporter != null) {
      exporter.close();
    }
  }
}
