package org.ftmpj.common.error;

/**
 * FTMPJ cannot go on. On the path of a message it stops the rank (protocol rule FAIL_STOP: fail
 * stop, loudly); it is never swallowed there.
 */
public class FtmpjException extends RuntimeException {
  private static final long serialVersionUID = 1L;

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
