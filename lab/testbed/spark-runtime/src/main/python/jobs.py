"""The jobs that the testbed runs on Spark, as their users write them: they know nothing of a site or of Terra.

jobs.py JOB INPUT OUTPUT: INPUT has the folders facts, others, names and words, one file or more a site; the result is text below OUTPUT.
Results are the same whenever the input is, but for the order of lines.
"""
import glob
import os
import sys
import time
from operator import add

from pyspark import BarrierTaskContext, StorageLevel
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

FACT = "key INT, id STRING, text STRING"
NAME = "key INT, name STRING"
# Of all facts in ten, so many have the same key in the skewed join.
SKEWED_TENTHS = 6
MEGABYTE = 1 << 20
FILES_PER_BATCH = 2
BLOCKS = 200
# No more than the cores of the smallest cluster.
BARRIER_TASKS = 4
DECOMMISSION_SECONDS = 120


def facts(spark, folder, name="facts"):
    return spark.read.csv(folder + "/" + name, sep="\t", schema=FACT)


def names(spark, folder):
    return spark.read.csv(folder + "/names", sep="\t", schema=NAME)


def write(rows, folder):
    rows.write.csv(folder, sep="\t")


def sort(spark, source, target):
    write(facts(spark, source).orderBy("text"), target)


def join(spark, source, target):
    left, right = facts(spark, source), facts(spark, source, "others")
    joined = left.hint("merge").join(right, "id")
    write(joined.select("id", left.key, left.text.alias("one"), right.text.alias("other")), target)


def aggregate(spark, source, target):
    write(spark.read.text(source + "/words").groupBy("value").count(), target)


def skew(spark, source, target):
    """A sort-merge join of which one partition has most rows, and is split."""
    spark.conf.set("spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes", str(MEGABYTE))
    spark.conf.set("spark.sql.adaptive.advisoryPartitionSizeInBytes", str(MEGABYTE))
    often = F.substring("id", -1, 1).cast("int") < SKEWED_TENTHS
    skewed = facts(spark, source).withColumn("key", F.when(often, F.lit(0)).otherwise(F.col("key")))
    write(skewed.hint("merge").join(names(spark, source), "key"), target)


def replicated(spark, source, target):
    """A sort-merge join of two tables, of whose smaller one nearly all rows have the same key: a task for each of its maps' outputs
    reads that, and all that the larger table has in the same partition, which is a third of it."""
    spark.conf.set("spark.sql.shuffle.partitions", "3")
    spark.conf.set("spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes", "1k")
    spark.conf.set("spark.sql.adaptive.advisoryPartitionSizeInBytes", "1k")
    few = facts(spark, source).where(F.substring("id", -1, 1) == "0")
    same = few.withColumn("id", F.when(F.substring("id", -3, 3) == "000", F.col("id")).otherwise(F.lit("0" * 12)))
    joined = same.hint("merge").join(facts(spark, source, "others").select("id", F.col("text").alias("other")), "id")
    write(joined.select("id", "key", "text", "other"), target)


def cached(spark, source, target):
    """Rows are shuffled once and kept, read twice, and joined with a table that every executor gets."""
    kept = facts(spark, source).repartition("id").persist(StorageLevel.MEMORY_AND_DISK)
    total = kept.count()
    joined = kept.join(F.broadcast(names(spark, source)), "key")
    write(joined.select("id", "name", "text", F.lit(total).alias("total")), target)


def stream(spark, source, target):
    """Micro-batches of some files each, of which the state store keeps every identifier that it has seen."""
    spark.conf.set("spark.sql.shuffle.partitions", "10")
    rows = spark.readStream.schema(FACT).option("sep", "\t").option("maxFilesPerTrigger", FILES_PER_BATCH).csv(source + "/facts")
    query = (rows.dropDuplicates(["id"]).writeStream.trigger(availableNow=True).outputMode("append").format("csv")
             .option("sep", "\t").option("path", target).option("checkpointLocation", target + "-checkpoint").start())
    query.awaitTermination()


def python(spark, source, target):
    """Python's own functions on every word."""
    words = spark.sparkContext.textFile(source + "/words")
    counts = words.map(lambda word: (word[::-1], 1)).reduceByKey(add)
    counts.map(lambda count: "%s\t%d" % count).saveAsTextFile(target)


def stages(spark, source, target):
    """Five shuffles, one after the other, each of 200 x 200 blocks."""
    spark.conf.set("spark.sql.adaptive.enabled", "false")
    rows = facts(spark, source).repartition(BLOCKS)
    for column in ("id", "text", "stage", "id"):
        rows = rows.withColumn("stage", F.md5(F.concat_ws("/", "stage", "id") if "stage" in rows.columns else F.col("id")))
        rows = rows.repartition(BLOCKS, column)
    write(rows, target)


def converted(spark, source, target):
    """A sort-merge join of which one side turns out so small that every executor gets it; the other is read where it was written."""
    spark.conf.set("spark.sql.autoBroadcastJoinThreshold", str(MEGABYTE))
    few = facts(spark, source, "others").where(F.substring("id", -2, 2) == "07")
    write(facts(spark, source).join(few.select("id", F.col("text").alias("other")), "id"), target)


def by_id(spark, source, partitions):
    lines = spark.sparkContext.textFile(source + "/facts")
    return lines.map(lambda line: (line.split("\t")[1], line)).partitionBy(partitions)


def together(rows):
    BarrierTaskContext.get().barrier()
    return (line for _, line in rows)


def barrier(spark, source, target):
    """Tasks that wait for one another read a shuffle."""
    by_id(spark, source, BARRIER_TASKS).barrier().mapPartitions(together).saveAsTextFile(target)


def outputs(_):
    """What maps have written on this node."""
    return [os.path.abspath(data) for data in glob.glob("../blockmgr-*/*/shuffle_0_*_0.data")]


def retried(spark, source, target):
    """An output is lost before its second reader comes, and made again by another attempt. All nodes share this machine's disk."""
    rows = by_id(spark, source, 12)
    rows.count()
    data = min(spark.sparkContext.parallelize(range(12), 12).flatMap(outputs).collect())
    folder, name = os.path.dirname(os.path.dirname(data)), os.path.basename(data)
    for file in [data] + glob.glob(os.path.join(folder, "*", name.replace(".data", ".index"))):
        os.remove(file)
    rows.values().saveAsTextFile(target)


def decommissioned(spark, source, target):
    """An executor gives what it has written to others and ends; then that is read."""
    rows = by_id(spark, source, 12)
    rows.count()
    context, jvm = spark.sparkContext._jsc.sc(), spark.sparkContext._jvm
    why = jvm.org.apache.spark.scheduler.ExecutorDecommissionInfo("a test", jvm.scala.Option.empty())
    before = context.getExecutorMemoryStatus().size()
    context.schedulerBackend().decommissionExecutor("1", why, True, False)
    end = time.time() + DECOMMISSION_SECONDS
    while context.getExecutorMemoryStatus().size() == before and time.time() < end:
        time.sleep(0.2)
    rows.values().saveAsTextFile(target)


JOBS = {job.__name__: job for job in (sort, join, aggregate, skew, replicated, cached, stream, python, stages, converted, barrier,
                                      retried, decommissioned)}


def main(name, source, target):
    spark = SparkSession.builder.appName(name).getOrCreate()
    JOBS[name](spark, source, target)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
