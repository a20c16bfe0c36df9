package org.ftmpj.protocol.report;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** A re-executed rank does something else than its record says. */
public final class DivergedException extends FtmpjException {
  private static final long serialVersionUID = 1L;

  private final transient Divergence divergence;
  private final boolean pastRecord;

  /**
   * @param pastRecord whether there is nothing more of the kind in the record
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
   * Whether there is nothing more of the kind in the record: if the record was cut off by a kill,
   * this may just be its end.
   */
  public boolean isPastRecord() {
    return pastRecord;
  }
}
