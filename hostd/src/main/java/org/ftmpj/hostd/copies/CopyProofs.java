package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.secret.RunningProof;
import org.ftmpj.common.secret.Secret;

/**
 * Proofs that a host of the job has copied something, and as what: by a key from the job's secret,
 * which is not where copies are. So who can write there but does not know the secret can remove
 * copies, not make or change them, nor have one stand for another one. Any thread.
 */
final class CopyProofs {
  private static final String PURPOSE = "copies of checkpoints";

  private final byte[] key;

  CopyProofs(Secret secret, String job) {
    key = secret.derive(ByteBuffer.wrap(job.getBytes(StandardCharsets.UTF_8)), PURPOSE);
  }

  /**
   * By the secret in the job's directory.
   *
   * @throws FtmpjException WRONG_SECRET if that cannot be read
   */
  static CopyProofs of(JobLayout layout, String job) {
    try {
      return new CopyProofs(Secret.read(layout.secret()), job);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.WRONG_SECRET, "the job's secret cannot be read (" + Reason.of(e) + ")", e);
    }
  }

  /** A proven copy. */
  enum What {
    RECORDS,
    /** A file that has all records that are needed. */
    ALL_RECORDS,
    HEAP,
    STATE
  }

  /**
   * Begins one, to which the content is to be added.
   *
   * @param the host that has copied it
   * @param number of the file of records, or of the one that a checkpoint needs
   */
  RunningProof begin(What what, int host, int rank, int number) {
    ByteBuffer as = ByteBuffer.allocate(Byte.BYTES + 3 * Integer.BYTES);
    as.put((byte) what.ordinal()).putInt(host).putInt(rank).putInt(number);
    RunningProof begun = new RunningProof(key);
    begun.add(as.flip());
    return begun;
  }

  /** The proof is missing, or of something else. */
  static final class NotProven extends IOException {
    private static final long serialVersionUID = 1;

    NotProven() {
      super("it is not what a host of this job has copied");
    }
  }
}
