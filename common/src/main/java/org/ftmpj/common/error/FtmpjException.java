package org.ftmpj.common.error;

/**
 * FTMPJ cannot go on. On the path of a message it stops the rank (protocol rule FAIL_STOP: fail
 * stop, loudly); it is never swallowed there.
 */
public class FtmpjException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** So the JDK's message begins. */
  private static final String NO_THREAD = "unable to create native thread";

  private final ErrorCode code;
  private final String what;

  /**
   * @param what what went wrong and where, with the values expected and found; one sentence without
   *     a full stop
   */
  public FtmpjException(ErrorCode code, String what) {
    this(code, what, null);
  }

  public FtmpjException(ErrorCode code, String what, Throwable cause) {
    super(code + ": " + sentence(what) + " " + code.nextStep(), cause);
    this.code = code;
    this.what = what;
  }

  /**
   * What was not foreseen: a defect, unless the system has refused a thread.
   *
   * @param doing what has failed, with a colon; may be empty
   */
  public static FtmpjException unexpected(String doing, Throwable e) {
    if (e instanceof FtmpjException coded) {
      return coded;
    }
    return e instanceof OutOfMemoryError && String.valueOf(e.getMessage()).startsWith(NO_THREAD)
        ? new FtmpjException(ErrorCode.NO_THREADS, doing + "no more threads can be started", e)
        : new FtmpjException(ErrorCode.INTERNAL, doing + e, e);
  }

  private static String sentence(String what) {
    return what.endsWith("?") || what.endsWith(".") ? what : what + ".";
  }

  public ErrorCode code() {
    return code;
  }

  /** What went wrong, without the code and the next step. */
  public String what() {
    return what;
  }
}
