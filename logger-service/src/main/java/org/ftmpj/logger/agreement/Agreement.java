package org.ftmpj.logger.agreement;

import java.util.Map;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The agreement among the event loggers of a job, as one process sees it. Any thread; one at a time
 * asks, the others wait.
 *
 * <p>All methods throw {@link FtmpjException}: {@code LOGGER_MAJORITY_AWAY} if no majority answers
 * in time, after which the command may be carried out nevertheless, and the caller should repeat it
 * by the same method after {@link #read}; {@code AGREEMENT_FULL} for more notes than {@link
 * StateMachine#MOST_BYTES}; others if a repetition is of no use.
 */
public interface Agreement {

  /** Sends a command, and waits for the answer of a majority. */
  Answer ask(Command command) throws InterruptedException;

  /** Returns the state after all accepted commands. */
  default AgreedState read() throws InterruptedException {
    return ask(new Command.Read()).state();
  }

  /**
   * Claims to be the coordinator after that of term {@code after}.
   *
   * @param notes notes that are changed at once; an empty one removes
   */
  default Answer claim(long after, Map<String, byte[]> notes) throws InterruptedException {
    return checked(new Command.Claim(after, notes));
  }

  /**
   * Changes notes, as the coordinator of that term.
   *
   * @param notes by name; an empty one removes
   */
  default Answer update(long term, Map<String, byte[]> notes) throws InterruptedException {
    return checked(new Command.Update(term, notes));
  }

  /**
   * Takes the next number of a counter, as the coordinator of that term. It is in the state of the
   * answer, if that is accepted.
   */
  default Answer next(long term, String counter, int atLeast) throws InterruptedException {
    return checked(new Command.Next(term, counter, atLeast));
  }

  /** Ends the job for ever, as the coordinator of that term. */
  default Answer end(long term) throws InterruptedException {
    return checked(new Command.End(term));
  }

  private Answer checked(Command command) throws InterruptedException {
    Answer answer = ask(command);
    AgreedState state = answer.state();
    if (!answer.accepted() && !state.ended() && state.term() == command.term()) {
      throw new FtmpjException(
          ErrorCode.AGREEMENT_FULL,
          "The event loggers agree on %d bytes at most, and have %d"
              .formatted(StateMachine.MOST_BYTES, state.length()));
    }
    return answer;
  }
}
