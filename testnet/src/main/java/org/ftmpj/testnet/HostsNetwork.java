package org.ftmpj.testnet;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Some hosts on this machine: network namespaces, each with two links, one to each of two switches
 * (bridges in a namespace of their own). Nothing outside these namespaces is touched, so several
 * networks do not disturb each other. Needs root. All is removed when it is closed and when this
 * process dies; what an earlier process left nevertheless is removed before.
 */
public final class HostsNetwork implements AutoCloseable {
  /** Links of each host. */
  public static final int LINKS = 2;

  private static final String PREFIX = "ftmpj-test-";
  private static final AtomicInteger MADE = new AtomicInteger();

  private final String name;
  private final int hosts;
  private final Remover remover;

  private HostsNetwork(int hosts) {
    this.hosts = hosts;
    name = PREFIX + ProcessHandle.current().pid() + "-" + MADE.incrementAndGet() + "-";
    List<String> namespaces = new ArrayList<>(List.of(switches()));
    IntStream.range(0, hosts).mapToObj(this::host).forEach(namespaces::add);
    remover = new Remover(namespaces);
    try {
      namespaces.forEach(namespace -> Tool.run("ip", "netns", "add", namespace));
      connect();
    } catch (IllegalStateException e) {
      remover.close();
      throw e;
    }
  }

  /**
   * A network of so many hosts, whose links are well.
   *
   * @throws IllegalStateException if it cannot be made here
   */
  public static HostsNetwork of(int hosts) {
    removeStale();
    return new HostsNetwork(hosts);
  }

  public int hosts() {
    return hosts;
  }

  /** The namespace of a host, numbered from 0: a name for {@code ip netns exec}. */
  public String host(int host) {
    return name + "h" + host;
  }

  /** The address of a host on one of its links. */
  public String address(int host, int link) {
    return subnet(link) + (host + 1);
  }

  /** A command line that runs a command on a host. */
  public List<String> on(int host, List<String> command) {
    List<String> line = new ArrayList<>(List.of("ip", "netns", "exec", host(host)));
    line.addAll(command);
    return line;
  }

  /** The processes that run on a host now. */
  public List<ProcessHandle> processes(int host) {
    return Tool.run("ip", "netns", "pids", host(host))
        .lines()
        .map(Long::valueOf)
        .map(ProcessHandle::of)
        .flatMap(Optional::stream)
        .toList();
  }

  /** Drops each packet that comes to any host by that link with this probability from now on. */
  public void lose(int link, double percent) {
    String rule =
        """
        flush chain ip ftmpj lose%d
        add rule ip ftmpj lose%d iifname "%s" counter
        add rule ip ftmpj lose%d iifname "%s" numgen random mod 10000 < %d counter drop
        """
            .formatted(link, link, device(link), link, device(link), Math.round(percent * 100));
    IntStream.range(0, hosts).forEach(host -> filter(host, rule));
  }

  /**
   * Packets that have come to a host by a link since {@link #lose}, those that were lost included.
   */
  public long come(int host, int link) {
    return counters(host, link).get(0);
  }

  /** The number of lost packets among them. */
  public long lost(int host, int link) {
    return counters(host, link).get(1);
  }

  /** Limits the rate at which a host sends by that link, in the form of {@code tc}: 100mbit. */
  public void shape(int host, int link, String rate) {
    Tool.run(
        on(
            host,
            List.of(
                "tc",
                "qdisc",
                "replace",
                "dev",
                device(link),
                "root",
                "tbf",
                "rate",
                rate,
                "burst",
                "32kb",
                "latency",
                "100ms")),
        "");
  }

  /**
   * Lets hosts hand over as much as 64 KiB to a link at once, of which an adapter makes packets:
   * faster, but losses are as large.
   */
  public void offload() {
    for (int host = 0; host < hosts; host++) {
      for (int link = 0; link < LINKS; link++) {
        Tool.run("ip", "-n", host(host), "link", "set", device(link), "gso_max_segs", "65535");
      }
    }
  }

  /** Takes that limit away. */
  public void unshape(int host, int link) {
    Tool.run(on(host, List.of("tc", "qdisc", "del", "dev", device(link), "root")), "");
  }

  /** Pulls the cable: what is sent by that link of the host is lost, and nothing comes. */
  public void cut(int host, int link) {
    Tool.run("ip", "-n", switches(), "link", "set", port(host, link), "down");
  }

  /** Puts the cable in again. */
  public void restore(int host, int link) {
    Tool.run("ip", "-n", switches(), "link", "set", port(host, link), "up");
  }

  /** Parts these two hosts on all links; others hear both. */
  public void part(int one, int other) {
    refuse(one, other, "");
    refuse(other, one, "");
  }

  /** Parts them only for traffic to and from a TCP port of one of them. */
  public void part(int one, int port, int other) {
    refuse(one, other, "tcp dport " + port);
    refuse(other, one, "tcp sport " + port);
  }

  private void refuse(int host, int from, String what) {
    StringBuilder rules = new StringBuilder();
    for (int link = 0; link < LINKS; link++) {
      rules.append(
          "add rule ip ftmpj parted ip saddr %s %s drop\n".formatted(address(from, link), what));
    }
    filter(host, rules.toString());
  }

  /** Takes all {@link #part} back. */
  public void rejoin() {
    IntStream.range(0, hosts).forEach(host -> filter(host, "flush chain ip ftmpj parted\n"));
  }

  /**
   * Has all TCP connections that a host makes by a link go to a port of its own instead, but for
   * those from {@link #ownAddress}.
   */
  public void redirect(int host, int link, int port) {
    filter(
        host,
        """
        add chain ip ftmpj divert { type nat hook output priority -100; }
        add rule ip ftmpj divert ip saddr %s ip daddr %s0/24 tcp dport 1-65535 redirect to :%d
        """
            .formatted(address(host, link), subnet(link), port));
  }

  /** Another address of a host on a link, whose connections are not redirected. */
  public String ownAddress(int host, int link) {
    return subnet(link) + (host + 101);
  }

  @Override
  public void close() {
    remover.close();
  }

  private void connect() {
    StringBuilder batch = new StringBuilder();
    for (int link = 0; link < LINKS; link++) {
      batch.append("link add bridge%d type bridge\nlink set bridge%d up\n".formatted(link, link));
      for (int host = 0; host < hosts; host++) {
        batch.append(
            "link add %s type veth peer name %s netns %s\nlink set %s master bridge%d up\n"
                .formatted(port(host, link), device(link), host(host), port(host, link), link));
      }
    }
    Tool.run(List.of("ip", "-n", switches(), "-batch", "-"), batch.toString());
    IntStream.range(0, hosts).forEach(this::prepare);
  }

  private void prepare(int host) {
    StringBuilder batch = new StringBuilder("link set lo up\n");
    for (int link = 0; link < LINKS; link++) {
      // Packets as long as those on a wire: else one that is lost would be up to 64 KiB.
      batch.append("link set %s gso_max_segs 1 up\n".formatted(device(link)));
      for (String address : List.of(address(host, link), ownAddress(host, link))) {
        batch.append("addr add %s/24 dev %s\n".formatted(address, device(link)));
      }
    }
    Tool.run(List.of("ip", "-n", host(host), "-batch", "-"), batch.toString());
    filter(
        host,
        """
        add table ip ftmpj
        add chain ip ftmpj lose0 { type filter hook input priority 0; }
        add chain ip ftmpj lose1 { type filter hook input priority 1; }
        add chain ip ftmpj parted { type filter hook input priority 2; }
        """);
  }

  private void filter(int host, String rules) {
    Tool.run(on(host, List.of("nft", "-f", "-")), rules);
  }

  private List<Long> counters(int host, int link) {
    String rules =
        Tool.run(on(host, List.of("nft", "list", "chain", "ip", "ftmpj", "lose" + link)), "");
    return Pattern.compile("packets (\\d+)")
        .matcher(rules)
        .results()
        .map(found -> Long.parseLong(found.group(1)))
        .toList();
  }

  private String switches() {
    return name + "switches";
  }

  private static String port(int host, int link) {
    return "host" + host + "link" + link;
  }

  private static String device(int link) {
    return "link" + link;
  }

  private static String subnet(int link) {
    return "10.77." + link + ".";
  }

  /** Removes the networks of processes that have ended. */
  private static void removeStale() {
    List<String> stale =
        Tool.run("ip", "netns", "list")
            .lines()
            .map(line -> line.split(" ")[0])
            .filter(HostsNetwork::isStale)
            .toList();
    if (!stale.isEmpty()) {
      new Remover(stale).close();
    }
  }

  private static boolean isStale(String namespace) {
    if (!namespace.matches(PREFIX + "\\d+-\\d+-\\w+")) {
      return false;
    }
    long pid = Long.parseLong(namespace.substring(PREFIX.length()).split("-")[0]);
    Optional<ProcessHandle> maker = ProcessHandle.of(pid);
    return maker.isEmpty() || !maker.get().isAlive();
  }
}
