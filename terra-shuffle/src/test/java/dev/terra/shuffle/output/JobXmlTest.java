package dev.terra.shuffle.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobXmlTest {
  private static Optional<String> maps(String xml) throws IOException {
    return JobXml.property(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), "mapreduce.job.maps");
  }

  @Test
  void readsTheLastValue() throws IOException {
    assertThat(maps("<?xml version='1.0'?><configuration><property><name>a</name><value>1</value></property>"
        + "<property><name>mapreduce.job.maps</name><value>2</value><final>false</final><source>x</source></property>"
        + "<property><name> mapreduce.job.maps </name><value> 31 </value></property></configuration>")).contains("31");
  }

  @Test
  void hasNothingWhereNothingIs() throws IOException {
    assertThat(maps("<configuration><property><name>a</name><value>1</value></property></configuration>")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<configuration>", "no xml", "<a><name>mapreduce.job.maps</name><value><b/></value></a>",
      "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a><name>mapreduce.job.maps</name><value>&e;</value></a>"})
  void refusesTheRest(String xml) {
    assertThatThrownBy(() -> maps(xml)).isInstanceOf(IOException.class);
  }

  @Test
  void takesPositiveNumbersOnly() {
    assertThat(JobXml.positive("7")).contains(7);
    assertThat(JobXml.positive("0")).isEmpty();
    assertThat(JobXml.positive("x")).isEmpty();
  }
}
