package org.ftmpj.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.ftmpj.it.job.Command;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.SecretFiles;
import org.ftmpj.testnet.HostsNetwork;

/**
 * Pods of a manifest, each on a host of a network: with the address, the names, the environment and
 * the secret that Kubernetes gives them.
 */
public final class Pods {
  /** In a mount namespace of its own, which `ip netns exec` has made. */
  private static final String MOUNTED =
      """
      mount --bind hosts /etc/hosts && mount -t tmpfs tmpfs /run && mkdir /run/ftmpj \
      && cp secret /run/ftmpj/secret && exec "$@"
      """;

  private final Manifest manifest;
  private final HostsNetwork network;
  private final Path directory;

  /**
   * @param directory for what the pods find in theirs
   * @param names by host: the names that DNS has for that address
   */
  public Pods(Manifest manifest, HostsNetwork network, Path directory, List<String> names)
      throws IOException {
    this.manifest = manifest;
    this.network = network;
    this.directory = directory;
    List<String> lines = new ArrayList<>(List.of("127.0.0.1 localhost"));
    for (int host = 0; host < names.size(); host++) {
      lines.add(network.address(host, 0) + " " + names.get(host));
    }
    Files.write(directory.resolve("hosts"), lines);
    SecretFiles.make(directory.resolve("secret"));
    LocalHosts.ftmpj(directory);
  }

  /**
   * Starts a pod.
   *
   * @param index of an Indexed Job's pod
   * @param change made to each word of its command line
   */
  public Command start(String job, int host, int index, UnaryOperator<String> change)
      throws IOException {
    Map<String, String> environment = new HashMap<>();
    environment.put("POD_IP", network.address(host, 0));
    environment.put("JOB_COMPLETION_INDEX", Integer.toString(index));
    environment.put("PATH", directory + ":" + System.getenv("PATH"));
    environment.put("FTMPJ_IT_TEMPORARY", directory.toString());
    List<String> words =
        new ArrayList<>(
            network.on(host, List.of("sh", "-c", "cd " + directory + " && " + MOUNTED, "pod")));
    manifest.command(job, "ftmpj", environment).stream().map(change).forEach(words::add);
    return Command.of(environment, words);
  }
}
