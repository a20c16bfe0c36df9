package org.ftmpj.interceptors.program;

/**
 * One thing that is done about a call of the program: a static method of the bridge is called.
 *
 * @param purpose what it is done for
 * @param how where in the call
 * @param to the method; null if one is added to the class of the program
 */
public record Replacement(Purpose purpose, How how, Call to) {

  /** Where the method of the bridge is called, and what it is given. */
  public enum How {
    /** Before: nothing. */
    BEFORE(false),
    /** Before: the name of the method that is about to be called. */
    BEFORE_WITH_NAME(false),
    /** Before: the object whose method is about to be called, which has no arguments. */
    BEFORE_WITH_OBJECT(false),
    /** Before: the object whose method is about to be called, which has one or two arguments. */
    BEFORE_WITH_RECEIVER(false),
    /** Before: the first of at most three arguments, none of which is a long or a double. */
    BEFORE_WITH_FIRST_ARGUMENT(false),
    /** Before: the last argument, or the object if there are none; the call gets the result. */
    LAST_ARGUMENT(false),
    /** The same of the last two. */
    LAST_TWO_ARGUMENTS(false),
    /** Instead: what the call is given, the object first. */
    INSTEAD(true),
    /** Instead: a method that is added to the class makes the call within an event. */
    AS_EVENT(true),
    /** Instead: the call, of a static method, with what the method makes of each argument. */
    EACH_ARGUMENT(true),
    /** After: the result; the program gets what the method returns. */
    RESULT(true),
    /** After: the result, which the program gets all the same. */
    AFTER_WITH_RESULT(true),
    /** After: the object and the result; the program gets what the method returns. */
    OBJECT_AND_RESULT(true);

    private final boolean makesCall;

    How(boolean makesCall) {
      this.makesCall = makesCall;
    }

    /** Whether it includes the call itself; else the call follows. */
    public boolean makesCall() {
      return makesCall;
    }
  }

  /** The method to call instead of another one. */
  public static Replacement instead(Purpose purpose, Call to) {
    return new Replacement(purpose, How.INSTEAD, to);
  }
}
