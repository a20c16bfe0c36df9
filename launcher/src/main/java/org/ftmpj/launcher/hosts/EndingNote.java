package org.ftmpj.launcher.hosts;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.ending.JobEnd;

/** Why a job ends, as a coordinator notes it before it stops the ranks. */
final class EndingNote {
  static final String NAME = "ending";
  private static final int OVER = 1;
  private static final int FAILED = 2;
  private static final int SIGNALLED = 3;

  private EndingNote() {}

  static byte[] encode(JobEnd ending) {
    return NoteBytes.write(
        to -> {
          if (ending instanceof JobEnd.Over over) {
            to.writeByte(OVER);
            to.writeInt(over.code());
            NoteBytes.text(to, over.cause());
          } else if (ending instanceof JobEnd.Failed failed) {
            to.writeByte(FAILED);
            NoteBytes.text(to, failed.reason().code().name());
            NoteBytes.text(to, failed.reason().what());
          } else if (ending instanceof JobEnd.Signalled signalled) {
            to.writeByte(SIGNALLED);
            NoteBytes.text(to, signalled.signal());
          }
        });
  }

  /**
   * What was noted.
   *
   * @throws FtmpjException HOST_VERSION if it is nothing of this
   */
  static JobEnd decode(byte[] note) {
    return NoteBytes.read(
        NAME,
        note,
        from -> {
          int kind = from.readByte();
          return switch (kind) {
            case OVER -> new JobEnd.Over(from.readInt(), NoteBytes.text(from));
            case FAILED ->
                new JobEnd.Failed(
                    new FtmpjException(
                        ErrorCode.valueOf(NoteBytes.text(from)), NoteBytes.text(from)));
            case SIGNALLED -> new JobEnd.Signalled(NoteBytes.text(from));
            default -> throw new IllegalArgumentException("unknown kind " + kind);
          };
        });
  }
}
