package org.ftmpj.it.net;

import java.nio.file.Path;
import java.util.Locale;
import org.ftmpj.testnet.HostsNetwork;

/**
 * What stands between one host and the others on one link, above TCP: changes the bytes of the
 * connections that this host makes there. All rates begin at 0.
 */
public final class Relay implements AutoCloseable {
  private static final int FIRST_PORT = 64_000;

  private final OnHost program;

  private Relay(OnHost program) {
    this.program = program;
  }

  /** From now on connections that the host makes by that link pass it. */
  public static Relay at(HostsNetwork network, int host, int link, long seed) {
    return at(network, host, link, seed, "");
  }

  /**
   * The same, and all bytes are noted as they pass.
   *
   * @param notes a directory that is there; a file for each direction of each connection
   */
  public static Relay at(HostsNetwork network, int host, int link, Path notes) {
    return at(network, host, link, 0, notes.toString());
  }

  private static Relay at(HostsNetwork network, int host, int link, long seed, String notes) {
    int port = FIRST_PORT + link;
    OnHost program =
        new OnHost(
            network,
            host,
            RelayProgram.class,
            Integer.toString(port),
            network.ownAddress(host, link),
            Long.toString(seed),
            notes);
    if (!program.line().equals("ready")) {
      throw new AssertionError("The relay does not begin");
    }
    network.redirect(host, link, port);
    return new Relay(program);
  }

  /** Flips one bit in so many of all bytes. Returns what it has done so far, as all of these do. */
  public Done flip(double perByte) {
    return ask("flip", perByte);
  }

  /** Sends so many of all pieces (what was read at once, up to 32 KiB) twice. */
  public Done twice(double perPiece) {
    return ask("double", perPiece);
  }

  /** Sends so many of all pieces after the next one. */
  public Done move(double perPiece) {
    return ask("move", perPiece);
  }

  /** Holds each piece back for so long. */
  public Done delay(int ms) {
    return ask("delay", ms);
  }

  /** Ends all connections; others can be made. */
  public Done cut() {
    return ask("cut", 0);
  }

  /** What a relay has done. */
  public record Done(long connections, long flipped, long doubled, long moved) {}

  private Done ask(String order, double value) {
    String[] words = program.ask(String.format(Locale.ROOT, "%s %.12f", order, value)).split(" ");
    return new Done(
        Long.parseLong(words[1]),
        Long.parseLong(words[3]),
        Long.parseLong(words[5]),
        Long.parseLong(words[7]));
  }

  /** Connections that the host makes then are refused: the network is to be closed, too. */
  @Override
  public void close() {
    program.close();
  }
}
