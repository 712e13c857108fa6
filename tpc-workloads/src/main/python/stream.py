"""Runs queries one after another in one Spark application.

stream.py PLAN: PLAN is JSON with "name"; "statements" that are run first; "queries", a list of "name" and "sql"; and "rows", the folder for
results: a file for each query, values separated by bars. A query that fails does not keep the next ones from running. Tells each one's end.
"""
import json
import os
import sys
import time

from pyspark.sql import SparkSession


def text(value):
    return "null" if value is None else str(value)


def run(spark, query, folder):
    """A result is there as a whole or not at all."""
    rows = spark.sql(query["sql"]).collect()
    unfinished = os.path.join(folder, query["name"] + ".unfinished")
    with open(unfinished, "w") as file:
        for row in rows:
            file.write("|".join(text(value) for value in row) + "\n")
    os.rename(unfinished, os.path.join(folder, query["name"]))
    return len(rows)


def main(plan):
    spark = SparkSession.builder.appName(plan["name"]).getOrCreate()
    os.makedirs(plan["rows"], exist_ok=True)
    for statement in plan["statements"]:
        spark.sql(statement)
    for query in plan["queries"]:
        spark.sparkContext.setJobGroup(query["name"], query["name"])
        start = time.monotonic()
        try:
            rows = run(spark, query, plan["rows"])
            print("query %s took %.3f s, %d rows" % (query["name"], time.monotonic() - start, rows), flush=True)
        except Exception as error:  # whatever a query fails with, the others are run
            print("query %s failed: %s" % (query["name"], str(error).split("\n")[0]), flush=True)
    spark.stop()


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        main(json.load(file))
