package org.ftmpj.launcher.hosts;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Tells the user what to run on each host. */
record PrintingStarter(Path secretFile, Consumer<String> notice) implements HostStarter {

  @Override
  public void start(List<RemoteHost> hosts, DaemonCommand command) {
    notice.accept("run this on each host, with the file " + secretFile + " there, too:");
    for (RemoteHost host : hosts) {
      String words = String.join(" ", command.of(host, secretFile.toString()));
      notice.accept("on " + host.name() + ": " + words);
    }
  }

  @Override
  public void end() {
    // Daemons end by themselves.
  }
}
