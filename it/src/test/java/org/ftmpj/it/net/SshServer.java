package org.ftmpj.it.net;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.ftmpj.it.job.FreePort;
import org.ftmpj.testnet.Tool;

/**
 * A real sshd on a port of the loopback address, with keys and files of its own, which lets the
 * user of this process in, and the options with which ssh reaches it.
 */
public final class SshServer implements AutoCloseable {
  private static final Path SSHD = Path.of("/usr/sbin/sshd");

  /** Where sshd keeps itself apart when it is root; a system makes it when it starts one. */
  private static final Path EMPTY = Path.of("/run/sshd");

  private final Path directory;
  private final int port;
  private final Process sshd;

  private SshServer(Path directory) throws IOException {
    this.directory = directory;
    port = FreePort.any();
    for (String key : List.of("host-key", "user-key")) {
      Tool.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", directory + "/" + key);
    }
    Files.copy(directory.resolve("user-key.pub"), directory.resolve("authorized"));
    Files.writeString(
        directory.resolve("known"), "known " + Files.readString(directory.resolve("host-key.pub")));
    Files.writeString(directory.resolve("sshd_config"), serverOptions());
    Files.writeString(directory.resolve("ssh_config"), clientOptions());
    sshd =
        new ProcessBuilder(
                SSHD.toString(), "-D", "-e", "-f", directory.resolve("sshd_config").toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("sshd.log").toFile())
            .start();
  }

  /**
   * Starts one. The test is skipped where there is no sshd.
   *
   * @param directory for its files; is created
   */
  public static SshServer start(Path directory) throws IOException {
    assumeTrue(Files.isExecutable(SSHD), "there is no " + SSHD + " (Debian: openssh-server)");
    if (System.getProperty("user.name").equals("root")) {
      Files.createDirectories(EMPTY);
    }
    SshServer server = new SshServer(Files.createDirectories(directory));
    Awaitility.await("sshd").until(server::listens);
    return server;
  }

  private boolean listens() throws IOException {
    if (!sshd.isAlive()) {
      throw new AssertionError(Files.readString(directory.resolve("sshd.log")));
    }
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private String serverOptions() {
    return """
        Port %d
        ListenAddress 127.0.0.1
        HostKey %s/host-key
        AuthorizedKeysFile %s/authorized
        PidFile none
        UsePAM no
        StrictModes no
        PasswordAuthentication no
        KbdInteractiveAuthentication no
        PermitRootLogin yes
        AcceptEnv FTMPJ_IT_*
        """
        .formatted(port, directory, directory);
  }

  /** The key of the server is known by all names but {@code stranger}. */
  private String clientOptions() {
    return """
        Host stranger
          HostKeyAlias stranger
        Host *
          HostName 127.0.0.1
          Port %d
          HostKeyAlias known
          UserKnownHostsFile %s/known
          GlobalKnownHostsFile /dev/null
          IdentityFile %s/user-key
          IdentitiesOnly yes
          SendEnv FTMPJ_IT_*
        """
        .formatted(port, directory, directory);
  }

  /** The command, with the options that let it reach this server by any name. */
  public String ssh() {
    return "ssh -F " + directory.resolve("ssh_config");
  }

  @Override
  public void close() {
    sshd.destroy();
  }
}
