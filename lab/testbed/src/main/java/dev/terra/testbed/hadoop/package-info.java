/** HDFS and YARN on the testbed's hosts, and Terra's own services beside them. */
package dev.terra.testbed.hadoop;
