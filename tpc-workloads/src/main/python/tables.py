"""Turns tables that are text into ORC or Parquet files, on one machine.

tables.py PLAN: PLAN is JSON with "source" and "target", folders with a folder for each site; "format"; "separator" and "missing"; and "tables", a
schema in Spark's words by table. TARGET gets SITE/TABLE/ with one file for each table of which the site has rows.
"""
import glob
import json
import os
import shutil
import sys

from pyspark.sql import SparkSession


def convert(spark, plan, site, table):
    text = os.path.join(plan["source"], site, table)
    made = os.path.join(plan["target"], site, table + ".making")
    rows = spark.read.csv("file://" + text, schema=plan["tables"][table], sep=plan["separator"], nullValue=plan["missing"], quote="",
                          escape="", mode="FAILFAST")
    rows.coalesce(1).write.format(plan["format"]).save("file://" + made)
    folder = os.path.join(plan["target"], site, table)
    os.makedirs(folder)
    for part in glob.glob(os.path.join(made, "part-*")):
        shutil.move(part, os.path.join(folder, site + os.path.splitext(part)[1]))
    shutil.rmtree(made)


def main(plan):
    spark = SparkSession.builder.appName("tables").getOrCreate()
    for site in sorted(os.listdir(plan["source"])):
        for table in sorted(os.listdir(os.path.join(plan["source"], site))):
            convert(spark, plan, site, table)
    spark.stop()


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        main(json.load(file))
