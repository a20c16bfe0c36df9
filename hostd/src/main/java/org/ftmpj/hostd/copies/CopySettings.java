package org.ftmpj.hostd.copies;

import java.nio.file.Path;
import java.util.Optional;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The settings for copies of checkpoints of a job over several hosts.
 *
 * @param directory which all hosts share; empty if it is not there
 * @param atPartner whether each host copies them to the next one
 */
public record CopySettings(Optional<Path> directory, boolean atPartner) {
  /** The settings for no copies. */
  public static final CopySettings NONE = new CopySettings(Optional.empty(), false);

  /** To the next host. */
  public static final CopySettings AT_PARTNER = new CopySettings(Optional.empty(), true);

  /** To a directory that all hosts share. */
  public static CopySettings in(Path directory) {
    return new CopySettings(Optional.of(directory), false);
  }

  public boolean areMade() {
    return atPartner || directory.isPresent();
  }

  /** The part of a job in the directory that all hosts share; empty if it is not there. */
  public Optional<CopyDirectory> shared(String job) {
    return directory.map(path -> CopyDirectory.in(path, job));
  }

  CopyRetention keeper(CopyingHost here, ControlBlock control) {
    return directory.isPresent()
        ? new SharedCopies(shared(here.job()).orElseThrow(), here, control.size())
        : new PartnerCopies(here, control);
  }
}
