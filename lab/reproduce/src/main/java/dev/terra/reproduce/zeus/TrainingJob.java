package dev.terra.reproduce.zeus;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A workload of the paper: table 4.1, and the authors' limits of epochs. */
public enum TrainingJob {
  /** Speech recognition by DeepSpeech2, to a word error rate of 40 %. */
  LIBRISPEECH("librispeech", "adamw", 40, 192, 16),
  /** Answers to questions by BERT, to F1 84. */
  SQUAD("squad", "adamw", 84, 32, 6),
  /** Sentiments by BERT, to an accuracy of 84 %. */
  SENTIMENT140("sentiment140", "adamw", .84, 128, 10),
  /** Images by ResNet-50, to an accuracy of 65 %. */
  IMAGENET("imagenet", "adadelta", .65, 256, 100),
  /** Images by ShuffleNet-v2, to an accuracy of 60 %. */
  CIFAR100("cifar100", "adadelta", .6, 1024, 100),
  /** Recommendations by NeuMF, to an NDCG of .41. */
  MOVIELENS("movielens-1m", "adam", .41, 1024, 100);

  private final String dataset;
  private final String optimizer;
  private final double target;
  private final int usualBatch;
  private final int mostEpochs;

  TrainingJob(String dataset, String optimizer, double target, int usualBatch, int mostEpochs) {
    this.dataset = dataset;
    this.optimizer = optimizer;
    this.target = target;
    this.usualBatch = usualBatch;
    this.mostEpochs = mostEpochs;
  }

  /** Returns the jobs' names. */
  public static List<String> names() {
    return Stream.of(values()).map(TrainingJob::toString).toList();
  }

  /** Returns whether a row of measurements is of this dataset and optimizer. */
  boolean isOf(String rowDataset, String rowOptimizer) {
    return dataset.equals(rowDataset) && optimizer.equals(rowOptimizer);
  }

  /** Returns whether a row's target is this job's. */
  boolean isTarget(double metric) {
    return metric == target;
  }

  /** Returns the batch size without tuning, if a GPU has room for it. */
  int usualBatch() {
    return usualBatch;
  }

  /** Returns the number of epochs after which a run ends, whether it has reached its target or not. */
  int mostEpochs() {
    return mostEpochs;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
