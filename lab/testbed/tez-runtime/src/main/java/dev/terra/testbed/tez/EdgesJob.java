package dev.terra.testbed.tez;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.util.ToolRunner;
import org.apache.tez.client.TezClient;
import org.apache.tez.dag.api.DAG;
import org.apache.tez.dag.api.DataSinkDescriptor;
import org.apache.tez.dag.api.DataSourceDescriptor;
import org.apache.tez.dag.api.Edge;
import org.apache.tez.dag.api.ProcessorDescriptor;
import org.apache.tez.dag.api.TezConfiguration;
import org.apache.tez.dag.api.Vertex;
import org.apache.tez.examples.TezExampleBase;
import org.apache.tez.mapreduce.input.MRInput;
import org.apache.tez.mapreduce.output.MROutput;
import org.apache.tez.mapreduce.processor.SimpleMRProcessor;
import org.apache.tez.runtime.api.ProcessorContext;
import org.apache.tez.runtime.library.api.KeyValueReader;
import org.apache.tez.runtime.library.api.KeyValueWriter;
import org.apache.tez.runtime.library.api.KeyValuesReader;
import org.apache.tez.runtime.library.conf.OrderedPartitionedKVEdgeConfig;
import org.apache.tez.runtime.library.conf.UnorderedKVEdgeConfig;
import org.apache.tez.runtime.library.conf.UnorderedPartitionedKVEdgeConfig;
import org.apache.tez.runtime.library.partitioner.HashPartitioner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A DAG with each kind of edge that moves data between hosts: names are broadcast, facts go over an unordered edge to be joined with
 * them, and the joined rows over an ordered one to be sorted. Facts are lines {@code name-key TAB id TAB text}, names are lines
 * {@code name-key TAB name}; the output is {@code id TAB name TAB text} in order of ids, which are all different, so that two runs
 * write the same bytes.
 *
 * <pre>
 *   facts --unordered--> join --ordered--> sort
 *   names --broadcast-----^
 * </pre>
 */
public final class EdgesJob extends TezExampleBase {
  private static final Logger LOG = LoggerFactory.getLogger(EdgesJob.class);
  private static final String INPUT = "input";
  private static final String OUTPUT = "output";
  private static final String FACTS = "facts";
  private static final String NAMES = "names";
  private static final String JOIN = "join";
  private static final String SORT = "sort";
  private static final int ARGUMENTS = 4;

  /** Arguments: facts, names, output, number of tasks of the later vertices. */
  public static void main(String[] arguments) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new EdgesJob(), arguments));
  }

  @Override
  protected void printUsage() {
    System.err.println("usage: EdgesJob FACTS NAMES OUTPUT TASKS");
  }

  @Override
  protected int validateArgs(String[] arguments) {
    return arguments.length == ARGUMENTS ? 0 : 2;
  }

  @Override
  protected int runJob(String[] arguments, TezConfiguration config, TezClient client) throws Exception {
    return runDag(dag(config, List.of(arguments), Integer.parseInt(arguments[ARGUMENTS - 1])), isCountersLog(), LOG);
  }

  private static DAG dag(TezConfiguration config, List<String> folders, int tasks) {
    DataSourceDescriptor facts = source(config, folders.get(0));
    DataSourceDescriptor names = source(config, folders.get(1));
    DataSinkDescriptor sink =
        MROutput.createConfigBuilder(new Configuration(config), TextOutputFormat.class, folders.get(2)).build();
    Vertex factsVertex = Vertex.create(FACTS, ProcessorDescriptor.create(Lines.class.getName())).addDataSource(INPUT, facts);
    Vertex namesVertex = Vertex.create(NAMES, ProcessorDescriptor.create(Lines.class.getName())).addDataSource(INPUT, names);
    Vertex join = Vertex.create(JOIN, ProcessorDescriptor.create(Join.class.getName()), tasks);
    Vertex sort = Vertex.create(SORT, ProcessorDescriptor.create(Sort.class.getName()), tasks).addDataSink(OUTPUT, sink);
    String text = Text.class.getName();
    String partitioner = HashPartitioner.class.getName();
    return DAG.create("edges").addVertex(factsVertex).addVertex(namesVertex).addVertex(join).addVertex(sort)
        .addEdge(Edge.create(namesVertex, join, UnorderedKVEdgeConfig.newBuilder(text, text)
            .setFromConfiguration(config).build().createDefaultBroadcastEdgeProperty()))
        .addEdge(Edge.create(factsVertex, join, UnorderedPartitionedKVEdgeConfig.newBuilder(text, text, partitioner)
            .setFromConfiguration(config).build().createDefaultEdgeProperty()))
        .addEdge(Edge.create(join, sort, OrderedPartitionedKVEdgeConfig.newBuilder(text, text, partitioner)
            .setFromConfiguration(config).build().createDefaultEdgeProperty()));
  }

  private static DataSourceDescriptor source(Configuration config, String folder) {
    return MRInput.createConfigBuilder(new Configuration(config), TextInputFormat.class, folder).build();
  }

  /** Cuts lines at their first tab into key and rest. */
  public static final class Lines extends SimpleMRProcessor {
    /** As Tez makes it. */
    public Lines(ProcessorContext context) {
      super(context);
    }

    @Override
    public void run() throws Exception {
      KeyValueReader lines = (KeyValueReader) getInputs().get(INPUT).getReader();
      KeyValueWriter out = (KeyValueWriter) getOutputs().get(JOIN).getWriter();
      Text key = new Text();
      Text rest = new Text();
      while (lines.next()) {
        cut((Text) lines.getCurrentValue(), key, rest);
        out.write(key, rest);
      }
    }
  }

  /** Puts the name in the place of its key, and makes the id the key. */
  public static final class Join extends SimpleMRProcessor {
    /** As Tez makes it. */
    public Join(ProcessorContext context) {
      super(context);
    }

    @Override
    public void run() throws Exception {
      Map<String, String> nameByKey = names((KeyValueReader) getInputs().get(NAMES).getReader());
      KeyValueReader facts = (KeyValueReader) getInputs().get(FACTS).getReader();
      KeyValueWriter out = (KeyValueWriter) getOutputs().get(SORT).getWriter();
      Text id = new Text();
      Text rest = new Text();
      while (facts.next()) {
        String name = nameByKey.get(facts.getCurrentKey().toString());
        if (name == null) {
          throw new IOException("no name for " + facts.getCurrentKey());
        }
        cut((Text) facts.getCurrentValue(), id, rest);
        out.write(id, new Text(name + "\t" + rest));
      }
    }

    private static Map<String, String> names(KeyValueReader reader) throws IOException {
      Map<String, String> names = new HashMap<>();
      while (reader.next()) {
        names.put(reader.getCurrentKey().toString(), reader.getCurrentValue().toString());
      }
      return names;
    }
  }

  /** Writes rows as they come, in order. */
  public static final class Sort extends SimpleMRProcessor {
    /** As Tez makes it. */
    public Sort(ProcessorContext context) {
      super(context);
    }

    @Override
    public void run() throws Exception {
      KeyValuesReader rows = (KeyValuesReader) getInputs().get(JOIN).getReader();
      KeyValueWriter out = (KeyValueWriter) getOutputs().get(OUTPUT).getWriter();
      while (rows.next()) {
        for (Object row : rows.getCurrentValues()) {
          out.write(rows.getCurrentKey(), row);
        }
      }
    }
  }

  private static void cut(Text line, Text key, Text rest) throws IOException {
    int tab = line.find("\t");
    if (tab < 0) {
      throw new IOException("a line without a tab: " + line);
    }
    key.set(line.getBytes(), 0, tab);
    rest.set(line.getBytes(), tab + 1, line.getLength() - tab - 1);
  }
}
