package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;

/** A re-executed rank does something else than its record says. */
public final class DivergedException extends FtmpjException {
  private static final long serialVersionUID = 1L;

  private final transient Divergence divergence;
  private final boolean pastRecord;

  /**
   * @param pastRecord whether all that the record holds was repeated, and this would be new
   */
  DivergedException(ErrorCode code, Divergence divergence, boolean pastRecord) {
    super(code, divergence.text());
    this.divergence = divergence;
    this.pastRecord = pastRecord;
  }

  public Divergence divergence() {
    return divergence;
  }

  /**
   * Whether all that the record holds was repeated, and this would be new: if the record was cut
   * off by a kill, this is just its end.
   */
  public boolean isPastRecord() {
    return pastRecord;
  }
}
