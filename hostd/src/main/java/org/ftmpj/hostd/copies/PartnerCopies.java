package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.Placement;

/**
 * Copies at partners, as SCR and VeloC make them: each host copies to the next one that is not
 * lost, the last one to the first, and keeps what the one before copies, in the job's directory.
 * When ranks move, each host brings the copies that it has of them to where they go.
 */
final class PartnerCopies implements CopyKeeper {
  private final CopyingHost here;
  private final CopyDirectory directory;
  private final KeptCopies kept;
  private final Set<Integer> lost = new ConcurrentSkipListSet<>();

  /** By the number of the other host; each is made when something is to be sent there. */
  private final Map<Integer, PartnerLink> links = new ConcurrentHashMap<>();

  private volatile boolean hurried;
  private volatile boolean stopped;

  /** Makes the directory, and begins to keep copies there. */
  PartnerCopies(CopyingHost here, int ranks) {
    this.here = here;
    this.directory = CopyDirectory.at(here.layout().partner(), here.job());
    directory.open();
    lost.addAll(here.lost());
    this.kept = new KeptCopies(directory, ranks, here.sessions());
  }

  /** Who keeps the copies of this host; empty if no other is left. */
  private Optional<Integer> partner() {
    int hosts = here.names().size();
    return IntStream.range(0, hosts - 1)
        .mapToObj(i -> (here.host() + i) % hosts + 1)
        .filter(host -> !lost.contains(host))
        .findFirst();
  }

  @Override
  public CopyPlace place(int rank) throws IOException {
    int partner = partner().orElseThrow(() -> new IOException("no other host of the job is left"));
    return at(partner, here.host(), rank, new Pace(() -> hurried || stopped));
  }

  private CopyPlace at(int other, int host, int rank, Pace pace) {
    return new PartnerPlace(link(other), here.nameOf(other), host, rank, pace);
  }

  private PartnerLink link(int host) {
    PartnerLink link =
        links.computeIfAbsent(host, number -> new PartnerLink(here.sessions().apply(number)));
    if (stopped || lost.contains(host)) {
      link.end(); // Perhaps not made before the others were ended.
    }
    return link;
  }

  @Override
  public CopyDirectory found() {
    return directory;
  }

  @Override
  public boolean part(int host) throws InterruptedException {
    Optional<Integer> before = partner();
    lost.add(host);
    unreachable(host);
    kept.part(host);
    return before.equals(Optional.of(host));
  }

  @Override
  public void unreachable(int host) {
    PartnerLink link = links.get(host);
    if (link != null) {
      link.end();
    }
  }

  @Override
  public void bring(Placement placement, List<Integer> moved) {
    for (int rank : moved) {
      int to = placement.hostOf(rank);
      if (to != here.host()) {
        IntStream.rangeClosed(1, here.names().size()).forEach(host -> bring(host, rank, to));
      }
    }
  }

  private void bring(int host, int rank, int to) {
    CopyDirectory.OfRank copies = directory.of(host, rank);
    if (!Files.isDirectory(copies.directory())) {
      return;
    }
    try {
      new DirectoryPlace(copies).copyTo(at(to, host, rank, new Pace(() -> true)));
    } catch (PartnerLink.Ended e) {
      return; // It is lost, and so the rank goes elsewhere.
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        return; // The job ends.
      }
      here.notice()
          .accept(
              new FtmpjException(
                      ErrorCode.COPY_UNUSABLE,
                      "not all copies of checkpoints of rank %d that host %s has come to host %s: %s"
                          .formatted(rank, here.nameOf(here.host()), here.nameOf(to), Reason.of(e)))
                  .getMessage());
    }
  }

  @Override
  public void receive(int from, ByteBuffer content) {
    if (CopyRequest.isOne(content)) {
      kept.asked(from, content);
    } else {
      link(from).answered(content);
    }
  }

  /** Nothing is dropped: copies are lost if both hosts are, and then its rank begins anew. */
  @Override
  public void copied(int rank, int files) {
    // So nobody is told.
  }

  @Override
  public void hurry() {
    hurried = true;
  }

  @Override
  public void stop() {
    stopped = true;
    links.values().forEach(PartnerLink::end);
  }

  @Override
  public void close(boolean stays) throws InterruptedException {
    stop();
    kept.close();
    if (!stays) {
      directory.removeAll(here.notice());
    }
  }
}
