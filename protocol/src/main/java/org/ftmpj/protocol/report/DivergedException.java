package org.ftmpj.protocol.report;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** Thrown when a re-executed rank does not do what its record says. */
public final class DivergedException extends FtmpjException {
  private static final long serialVersionUID = 1L;

  private final transient Divergence divergence;
  private final boolean pastRecord;

  /**
   * @param pastRecord whether the record has nothing more of this kind
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
   * Whether the record has nothing more of this kind. If a kill cut the record off, this may just
   * be its end.
   */
  public boolean isPastRecord() {
    return pastRecord;
  }
}
