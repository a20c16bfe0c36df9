package org.ftmpj.mpjrun;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.common.secret.SecretFile;
import org.ftmpj.network.Endpoint;
import org.ftmpj.network.NetworkOptions;

/**
 * Where the supervisor that leads a host listens for those that lead the others, if the job is on
 * several hosts and has a secret. It listens on the address from which it reaches the starter,
 * before the exchange of ports, which tells the others the port: in the lower half of its number.
 * One thread.
 */
final class Entrance implements PortExchange.Numbering, AutoCloseable {
  private static final int PORT = 0xffff;

  private final WrapperArguments wrapper;
  private final Optional<Terms> terms;
  private Endpoint endpoint; // null while it does not listen, or if another one has it

  /** What it takes to listen. */
  private record Terms(Secret secret, NetworkOptions options) {}

  private Entrance(WrapperArguments wrapper, Optional<Terms> terms) {
    this.wrapper = wrapper;
    this.terms = terms;
  }

  /**
   * Creates an entrance that does not listen yet.
   *
   * @throws FtmpjException WRONG_SECRET, BAD_OPTIONS, if the job is on several hosts and what this
   *     needs cannot be read
   */
  static Entrance of(WrapperArguments wrapper, Configuration configuration) {
    Optional<Path> secret =
        wrapper.machines().isEmpty() ? Optional.empty() : configuration.find(Options.SECRET_FILE);
    return new Entrance(
        wrapper, secret.map(file -> new Terms(read(file), NetworkOptions.of(configuration))));
  }

  /** The port in such a number; 0 if it does not listen. Any, if the job is on one host. */
  static int portIn(int number) {
    return number & PORT;
  }

  @Override
  public int number(InetAddress here) {
    int random = PortExchange.random(here);
    if (wrapper.machines().isEmpty()) {
      return random;
    }
    int port = wrapper.mayLeadAHost() ? terms.map(on -> listen(here, on)).orElse(0) : 0;
    return random & ~PORT | port;
  }

  private int listen(InetAddress here, Terms on) {
    List<InetSocketAddress> bind = List.of(new InetSocketAddress(here, 0));
    endpoint = Endpoint.open(wrapper.likelyHost(), on.secret(), bind, on.options());
    return endpoint.addresses().get(0).getPort();
  }

  private static Secret read(Path file) {
    try {
      return Secret.of(SecretFile.read(file), file.toString());
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.WRONG_SECRET, "option secret.file: " + Reason.of(e), e);
    }
  }

  /**
   * What listens, for one who closes it.
   *
   * @throws FtmpjException SEVERAL_HOSTS if nothing does
   */
  Endpoint take() {
    Endpoint taken = endpoint;
    if (taken == null) {
      throw new FtmpjException(
          ErrorCode.SEVERAL_HOSTS, "rank %d has not been listening".formatted(wrapper.rank()));
    }
    endpoint = null;
    return taken;
  }

  /** Listens no longer, unless another one has it. */
  @Override
  public void close() {
    if (endpoint != null) {
      endpoint.close();
      endpoint = null;
    }
  }
}
