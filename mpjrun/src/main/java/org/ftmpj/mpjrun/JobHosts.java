package org.ftmpj.mpjrun;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.Placement;
import org.ftmpj.common.secret.Seal;
import org.ftmpj.transport.direct.RankAddresses;

/**
 * The hosts of a job, numbered from 1 in the order of their lowest ranks, as the starter has seen
 * them. The supervisor of a host's lowest rank leads it.
 *
 * @param names of the hosts, in order: their addresses
 */
record JobHosts(Peers peers, List<String> names) {

  static JobHosts of(Peers peers) {
    return new JobHosts(peers, peers.all().stream().map(Peers.Peer::host).distinct().toList());
  }

  /** Whether the ranks are on more than one host. */
  boolean areSeveral() {
    return names.size() > 1;
  }

  Placement placement() {
    return new Placement(peers.all().stream().map(peer -> numberOf(peer.rank())).toList());
  }

  /** The number of the host of a rank. */
  int numberOf(int rank) {
    return names.indexOf(peers.all().get(rank).host()) + 1;
  }

  String nameOf(int host) {
    return names.get(host - 1);
  }

  /** The numbers of all hosts but one. */
  List<Integer> othersThan(int host) {
    return IntStream.rangeClosed(1, names.size()).filter(h -> h != host).boxed().toList();
  }

  /** The supervisors of the ranks of a host, ascending. */
  List<Peers.Peer> supervisorsOf(int host) {
    return peers.all().stream().filter(peer -> peer.host().equals(nameOf(host))).toList();
  }

  /** The rank whose supervisor leads a host. */
  int leaderOf(int host) {
    return supervisorsOf(host).get(0).rank();
  }

  /** Where a host's leader listens. */
  InetSocketAddress addressOf(int host) {
    return new InetSocketAddress(address(nameOf(host)), supervisorsOf(host).get(0).port());
  }

  /** The addresses by which ranks of a host and those of the others are connected. */
  RankAddresses rankAddresses(int host, Seal seal) {
    Map<Integer, String> remote = new TreeMap<>();
    for (Peers.Peer peer : peers.all()) {
      if (numberOf(peer.rank()) != host) {
        remote.put(peer.rank(), peer.host());
      }
    }
    return new RankAddresses(seal, nameOf(host), remote);
  }

  /**
   * @throws FtmpjException SEVERAL_HOSTS if there are several, but their leaders cannot meet
   */
  void requireMeeting() {
    if (!areSeveral()) {
      return;
    }
    List<String> closed =
        names.stream().filter(name -> addressOf(names.indexOf(name) + 1).getPort() == 0).toList();
    if (!closed.isEmpty()) {
      throw new FtmpjException(
          ErrorCode.SEVERAL_HOSTS,
          "the ranks run on the hosts %s, and on %s without option secret.file"
              .formatted(names, closed.equals(names) ? "all" : closed));
    }
    for (String name : names) {
      if (address(name).isLoopbackAddress()) {
        throw new FtmpjException(
            ErrorCode.SEVERAL_HOSTS,
            "the ranks run on the hosts %s, of which the others cannot reach %s: ranks there reach the starter by its loopback address"
                .formatted(names, name));
      }
    }
  }

  /** Parses an address as the starter writes it: a number, so no name service is used. */
  private static InetAddress address(String name) {
    try {
      return InetAddress.getByName(name);
    } catch (UnknownHostException e) {
      throw new FtmpjException(
          ErrorCode.NO_STARTER, "the starter names the host of a rank " + name, e);
    }
  }
}
