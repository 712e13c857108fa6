package dev.terra.testbed.onos;

import com.google.common.collect.ImmutableList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.GroupId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.group.DefaultGroup;
import org.onosproject.net.group.Group;
import org.onosproject.net.group.GroupDescription;
import org.onosproject.net.group.GroupKey;
import org.onosproject.net.group.GroupServiceAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * ONOS's groups in Open vSwitch. As in ONOS, a group is pending until its switch names it, one whose key is known is not made again, those
 * that no application owns are left alone, and all that is known is in memory. Unlike ONOS it reads the switch for each request,
 * and sets none again that is missing, unless it is asked for it.
 */
final class OvsGroups extends GroupServiceAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(OvsGroups.class);
  private static final Pattern GROUP = Pattern.compile("group_id=(\\d+)");

  private final OvsPrograms programs;
  private final Bridges bridges;
  private final Map<DeviceId, Map<GroupKey, DefaultGroup>> store = new ConcurrentHashMap<>();

  OvsGroups(OvsPrograms programs, Bridges bridges) {
    this.programs = programs;
    this.bridges = bridges;
  }

  private Map<GroupKey, DefaultGroup> entries(DeviceId device) {
    return store.computeIfAbsent(device, key -> new LinkedHashMap<>());
  }

  @Override
  public synchronized void addGroup(GroupDescription description) {
    Map<GroupKey, DefaultGroup> entries = entries(description.deviceId());
    DefaultGroup group = entries.get(description.appCookie());
    if (group == null) {
      group = new DefaultGroup(GroupId.valueOf(description.givenGroupId()), description);
      group.setState(Group.GroupState.PENDING_ADD);
      entries.put(description.appCookie(), group);
    }
    if (!seen(description.deviceId()).contains(group.id())) {
      ask(group, FlowText.of(group), "add-group");
    }
  }

  private void ask(Group group, String text, String command) {
    bridges.bridge(group.deviceId()).map(bridge -> programs.openFlow(bridge, "", command, text)).filter(answer -> !answer.accepted())
        .ifPresent(answer -> LOG.warn("{} refuses {} {}: {}", group.deviceId(), command, text, answer.output()));
  }

  @Override
  public synchronized void removeGroup(DeviceId device, GroupKey key, ApplicationId application) {
    DefaultGroup group = entries(device).remove(key);
    if (group != null) {
      ask(group, "group_id=" + FlowText.number(group.id()), "del-groups");
    }
  }

  @Override
  public synchronized Group getGroup(DeviceId device, GroupKey key) {
    refresh(device);
    return entries(device).get(key);
  }

  @Override
  public synchronized Iterable<Group> getGroups(DeviceId device) {
    refresh(device);
    return ImmutableList.copyOf(entries(device).values());
  }

  @Override
  public Iterable<Group> getGroups(DeviceId device, ApplicationId application) {
    List<Group> all = ImmutableList.copyOf(getGroups(device));
    return all.stream().filter(group -> application.equals(group.appId())).toList();
  }

  private void refresh(DeviceId device) {
    Set<GroupId> there = seen(device);
    entries(device).values().forEach(group ->
        group.setState(there.contains(group.id()) ? Group.GroupState.ADDED : Group.GroupState.PENDING_ADD));
  }

  private Set<GroupId> seen(DeviceId device) {
    String text = bridges.bridge(device).map(bridge -> programs.openFlow(bridge, "", "dump-groups")).filter(OvsPrograms.Answer::accepted)
        .map(OvsPrograms.Answer::output).orElse("");
    return text.lines().map(GROUP::matcher).filter(Matcher::find)
        .map(group -> GroupId.valueOf(Integer.parseUnsignedInt(group.group(1)))).collect(Collectors.toSet());
  }
}
