package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.Placement;
import org.ftmpj.transport.control.ControlBlock;

/**
 * Copies at partners, as SCR and VeloC make them: each host copies to the next one that is not
 * lost, the last one to the first, and keeps what the one before copies, in the job's directory.
 * When ranks move, each host brings the copies that it has of them to where they go.
 */
final class PartnerCopies implements CopyRetention {
  private final CopyingHost here;
  private final ControlBlock control;
  private final PartnerDirectories directories;
  private final RetainedCopies kept;
  private final UsableCopies usable;
  private final CopyProofs proofs;
  private final Set<Integer> lost = new ConcurrentSkipListSet<>();

  /** By the number of the other host; each is made when something is to be sent there. */
  private final Map<Integer, PartnerLink> links = new ConcurrentHashMap<>();

  private volatile boolean hurried;
  private volatile boolean stopped;

  /** Makes the directory, and begins to keep copies there. */
  PartnerCopies(CopyingHost here, ControlBlock control) {
    this.here = here;
    this.control = control;
    this.directories = new PartnerDirectories(here.layout().partner(), here.job());
    this.proofs = here.proofs();
    this.usable = new UsableCopies(here.layout(), proofs, control.size());
    lost.addAll(here.lost());
    this.kept = new RetainedCopies(directories, proofs, control.size(), here.sessions());
  }

  /** The host that stores the copies of this host; empty if there is no other one. */
  private Optional<Integer> partner() {
    return Partners.of(here.host(), here.names().size(), lost);
  }

  @Override
  public CopyPlace place(int rank) throws IOException {
    int partner = partner().orElseThrow(() -> new IOException("no other host of the job is left"));
    CopyPace pace =
        new CopyPace(() -> hurried || stopped, () -> control.checkpointsRequested(rank));
    return at(partner, here.host(), rank, pace);
  }

  private CopyPlace at(int other, int host, int rank, CopyPace pace) {
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
  public CopyDirectory kept() {
    return directories.kept();
  }

  @Override
  public List<CopyDirectory> found() {
    return directories.all();
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
  public List<Integer> bring(Placement placement, List<Integer> moved) {
    int hosts = here.names().size();
    List<Integer> there = new ArrayList<>();
    for (int rank : moved) {
      int to = placement.hostOf(rank);
      boolean any = false;
      if (to == here.host()) {
        any = found().stream().anyMatch(each -> usable.areIn(each, hosts, rank));
      } else {
        for (int host = 1; host <= hosts; host++) {
          any |= bring(host, rank, to);
        }
      }
      if (any) {
        there.add(rank);
      }
    }
    return there;
  }

  /** Returns whether there is a copy there then. */
  private boolean bring(int host, int rank, int to) {
    CopyDirectory.OfRank copies = kept().of(host, rank);
    if (!Files.isDirectory(copies.directory())) {
      return false;
    }
    try {
      new DirectoryPlace(copies, proofs).copyTo(at(to, host, rank, CopyPace.fastest()));
      return usable.areAt(copies, rank);
    } catch (PartnerLink.Ended e) {
      return false; // It is lost, and so the rank goes elsewhere.
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        return false; // The job ends.
      }
      here.notice()
          .accept(
              new FtmpjException(
                      ErrorCode.COPY_UNUSABLE,
                      "not all copies of checkpoints of rank %d that host %s has come to host %s: %s"
                          .formatted(rank, here.nameOf(here.host()), here.nameOf(to), Reason.of(e)))
                  .getMessage());
      return false;
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
      directories.removeAll(here.notice());
    }
  }
}
