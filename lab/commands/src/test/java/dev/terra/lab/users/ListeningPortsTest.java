package dev.terra.lab.users;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ListeningPortsTest {
  @Test
  void onlyWhatListensCountsAndLoopbackIsTheHostsOwn() {
    ListeningPorts ports = ListeningPorts.parse("""
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 00000000:34FA 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 100 1
           1: 0100007F:1C23 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 101 1
           2: 01014D0A:9C40 0A014D0A:1C21 01 00000000:00000000 00:00000000 00000000     0        0 102 1
          sl  local_address                         remote_address                        st
           0: 00000000000000000000000000000000:34FB 00000000000000000000000000000000:0000 0A 00000000:00000000
        """);
    assertThat(ports.forAll()).containsExactly(13562, 13563);
    assertThat(ports.forTheHost()).containsExactly(7203);
  }
}
