package org.ftmpj.launcher.hosts;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Versions of Java on the hosts of a job: ranks run with that of their host, whatever the launcher
 * runs with.
 */
record HostJavas(Map<String, List<String>> hostsByVersion) {

  /** The Java versions of the hosts that have joined. */
  static HostJavas of(List<RemoteHost> hosts) {
    return new HostJavas(
        hosts.stream()
            .filter(host -> host.joined().isDone() && !host.joined().isCompletedExceptionally())
            .collect(
                Collectors.groupingBy(
                    host -> host.joined().join().java(),
                    TreeMap::new,
                    Collectors.mapping(RemoteHost::name, Collectors.toList()))));
  }

  /** A line about hosts with another version than that of the launcher; empty without any. */
  Optional<String> differing(String launcher) {
    List<String> others =
        hostsByVersion.entrySet().stream()
            .filter(entry -> !entry.getKey().equals(launcher))
            .map(entry -> entry.getKey() + " on " + String.join(", ", entry.getValue()))
            .toList();
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "this is Java %s, and ranks run with Java %s; JAVA_HOME there chooses it"
                .formatted(launcher, String.join("; ", others)));
  }
}
