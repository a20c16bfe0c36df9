package org.ftmpj.mpjrun;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * What the starter tells every rank about all: the answer of niodev's port exchange, in which the
 * two ports are a number and the process id of the rank's supervisor.
 *
 * @param answer the same text for all ranks, and for no other job
 */
record Peers(String answer, List<Peer> all) {
  private static final String GREETING = "#Peer Information;";

  /**
   * The supervisor of one rank.
   *
   * @param host its address, as the starter sees it
   * @param pid {@link PortExchange#NO_PROCESS} if the rank could not be started
   * @param port where it listens for those of other hosts, if there are some; 0 if it does not
   */
  record Peer(int rank, String host, int pid, int port) {
    /** {@code HOST@SECOND@FIRST@RANK@DEBUGPORT}. */
    private static Peer parse(String text) {
      String[] parts = text.split("@");
      return new Peer(
          Integer.parseInt(parts[3]),
          parts[0],
          Integer.parseInt(parts[2]),
          Entrance.portIn(Integer.parseInt(parts[1])));
    }
  }

  /**
   * @throws FtmpjException NO_STARTER if it is no such answer for so many ranks
   */
  static Peers parse(String answer, int size) {
    try {
      if (!answer.startsWith(GREETING)) {
        throw new IllegalArgumentException("it does not begin with " + GREETING);
      }
      List<Peer> all =
          Arrays.stream(answer.substring(GREETING.length()).split(";"))
              .map(Peer::parse)
              .sorted(Comparator.comparingInt(Peer::rank))
              .toList();
      if (all.size() != size) {
        throw new IllegalArgumentException("it is about " + all.size() + " of " + size + " ranks");
      }
      return new Peers(answer, all);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new FtmpjException(
          ErrorCode.NO_STARTER,
          "the starter's answer '%s' is not understood (%s)".formatted(answer, e.getMessage()),
          e);
    }
  }

  /**
   * @throws FtmpjException NO_STARTER if a rank could not be started
   */
  void requireAll() {
    List<Integer> missing =
        all.stream().filter(peer -> peer.pid() == PortExchange.NO_PROCESS).map(Peer::rank).toList();
    if (!missing.isEmpty()) {
      throw new FtmpjException(ErrorCode.NO_STARTER, "ranks " + missing + " could not be started");
    }
  }

  /** A few letters that are the same for all ranks of the job, and others for every other job. */
  String digest() {
    return digest(6);
  }

  /** The digest in so many bytes, of two letters each. */
  String digest(int bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(answer.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest, 0, bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has it", e);
    }
  }
}
