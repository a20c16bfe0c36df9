package org.ftmpj.hostd.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.ftmpj.hostd.job.LostCoordinator.Action;
import org.ftmpj.hostd.job.LostCoordinator.Claim;
import org.ftmpj.hostd.job.LostCoordinator.Connect;
import org.ftmpj.hostd.job.LostCoordinator.Leave;
import org.ftmpj.hostd.job.LostCoordinator.Reason;
import org.ftmpj.hostd.job.LostCoordinator.Start;
import org.ftmpj.hostd.job.LostCoordinator.Wait;
import org.ftmpj.logger.agreement.Agreement;
import org.ftmpj.logger.agreement.Answer;
import org.ftmpj.logger.agreement.LocalAgreement;
import org.junit.jupiter.api.Test;

/** Hosts 1 and 2, which is called b, have lost the coordinator of term 1. */
class LostCoordinatorTest {
  private final LocalAgreement agreement = new LocalAgreement();
  private final Agreement launcher = agreement.another();
  private final LostCoordinator first = new LostCoordinator(order(1), 1);
  private final LostCoordinator second = new LostCoordinator(order(2), 1);

  private static JobOrder order(int host) {
    JobOrder some = MessagesTest.order();
    return new JobOrder(
        some.name(),
        some.identity(),
        host,
        some.hosts(),
        some.placement(),
        some.program(),
        some.settings());
  }

  private static byte[] coordinator(int process) {
    return CoordinatorNote.CODEC.encode(
        new CoordinatorNote("p", List.of(MemoryHub.address(process))));
  }

  private void begin() throws InterruptedException {
    launcher.claim(0, Map.of(CoordinatorNote.NAME, coordinator(0)));
  }

  private Action look(LostCoordinator of) throws InterruptedException {
    return of.look(agreement.read(), false);
  }

  /** Claims as it wants to, and looks at what has come of it. */
  private Action claim(LostCoordinator of, Action action) throws InterruptedException {
    Claim claim = (Claim) action;
    Answer answer =
        agreement.claim(
            claim.after(),
            Map.of(CoordinatorNote.NAME, CoordinatorNote.CODEC.encode(claim.note())));
    return of.look(answer.state(), false);
  }

  /** Looks until it does something else than to wait; how often it has looked. */
  private int looksUntilClaim(LostCoordinator of) throws InterruptedException {
    for (int looks = 1; looks < 100; looks++) {
      if (!(look(of) instanceof Wait)) {
        return looks;
      }
    }
    throw new AssertionError("it waits for ever");
  }

  @Test
  void shouldEndWithALauncherThatHadNotBegun() throws InterruptedException {
    assertThat(look(first)).isEqualTo(new Leave(Reason.NEVER_BEGUN));
  }

  @Test
  void shouldClaimWhenNothingHasChangedForSomeLooksOneHostAfterTheOther()
      throws InterruptedException {
    begin();
    assertThat(looksUntilClaim(first)).isEqualTo(LostCoordinator.PATIENCE + 1);
    assertThat(looksUntilClaim(second)).isEqualTo(LostCoordinator.PATIENCE + 2);
  }

  @Test
  void shouldNotWaitForHostsThatAreLostToo() throws InterruptedException {
    begin();
    launcher.update(1, Map.of(LostNote.NAME, LostNote.CODEC.encode(new LostNote(List.of(1)))));
    assertThat(looksUntilClaim(second)).isEqualTo(LostCoordinator.PATIENCE + 1);
    assertThat(look(first)).isEqualTo(new Leave(Reason.GIVEN_UP));
  }

  @Test
  void shouldNotClaimFromACoordinatorThatLives() throws InterruptedException {
    begin();
    for (int i = 0; i < 50; i++) {
      launcher.update(1, Map.of("alive", new byte[] {(byte) (i / 2)}));
      assertThat(look(first)).isEqualTo(new Wait());
      assertThat(look(second)).isEqualTo(new Wait());
    }
  }

  @Test
  void shouldHaveOneStartedByTheOneWhoseClaimIsAcceptedOnly() throws InterruptedException {
    begin();
    look(first);
    look(second);
    Action claimOfFirst = look(first);
    Action claimOfSecond = look(second);
    while (claimOfFirst instanceof Wait || claimOfSecond instanceof Wait) {
      claimOfFirst = claimOfFirst instanceof Wait ? look(first) : claimOfFirst;
      claimOfSecond = claimOfSecond instanceof Wait ? look(second) : claimOfSecond;
    }
    assertThat(claim(second, claimOfSecond)).isEqualTo(new Start(2));
    assertThat(claim(first, claimOfFirst)).isEqualTo(new Wait());
    assertThat(look(second)).isEqualTo(new Wait());
  }

  /** The loggers were away when they should have answered. */
  @Test
  void shouldSeeThatItsClaimWasAcceptedThoughItWasNotTold() throws InterruptedException {
    begin();
    look(first);
    Action action = look(first);
    while (action instanceof Wait) {
      action = look(first);
    }
    claim(second, action);
    assertThat(look(first)).isEqualTo(new Start(2));
    assertThat(look(first)).isEqualTo(new Wait());
  }

  @Test
  void shouldGoToTheNextOneAndClaimWhenItIsDeadToo() throws InterruptedException {
    begin();
    assertThat(agreement.claim(1, Map.of(CoordinatorNote.NAME, coordinator(7))).accepted())
        .isTrue();
    Connect next = new Connect(2, List.of(MemoryHub.address(7)));
    for (int looks = 0; looks < LostCoordinator.PATIENCE; looks++) {
      assertThat(look(first)).isEqualTo(next);
    }
    assertThat(look(first)).isInstanceOf(Claim.class);
    assertThat(look(first)).isEqualTo(next);
  }

  @Test
  void shouldWaitLongerForOneThatIsBeingStarted() throws InterruptedException {
    begin();
    agreement.claim(
        1,
        Map.of(
            CoordinatorNote.NAME,
            CoordinatorNote.CODEC.encode(new CoordinatorNote("p", List.of()))));
    assertThat(looksUntilClaim(first)).isEqualTo(LostCoordinator.PATIENCE_WITH_START + 1);
  }

  /** Once: the next one that ends may be one that cannot live. */
  @Test
  void shouldNotWaitLongerForOneThatItHasStartedAndThatHasEnded() throws InterruptedException {
    begin();
    Action action = look(first);
    for (boolean isSoon : List.of(true, false)) {
      while (action instanceof Wait) {
        action = look(first);
      }
      assertThat(claim(first, action)).isInstanceOf(Start.class);
      int looks = 0;
      do {
        action = first.look(agreement.read(), true);
        looks++;
      } while (action instanceof Wait);
      assertThat(looks)
          .isEqualTo(
              isSoon
                  ? LostCoordinator.PATIENCE
                  : LostCoordinator.PATIENCE_WITH_START + order(1).hosts().size());
    }
  }

  /** Say because the disk is full to which it would print. */
  @Test
  void shouldLetAnotherHostGoFirstWhoseCoordinatorsDoNotEndAtTheirStart()
      throws InterruptedException {
    begin();
    boolean isSecondStarted = false;
    for (int looks = 0; looks < 100 && !isSecondStarted; looks++) {
      claimIfWanted(first, first.look(agreement.read(), true));
      isSecondStarted = claimIfWanted(second, look(second)) instanceof Start;
    }
    assertThat(isSecondStarted).isTrue();
  }

  private Action claimIfWanted(LostCoordinator of, Action action) throws InterruptedException {
    return action instanceof Claim ? claim(of, action) : action;
  }

  /** What another host has started is none of its. */
  @Test
  void shouldWaitLongerThoughOneHasEndedThatItHadStartedBefore() throws InterruptedException {
    begin();
    Action action = look(first);
    while (action instanceof Wait) {
      action = look(first);
    }
    claim(first, action);
    agreement.claim(
        2,
        Map.of(
            CoordinatorNote.NAME,
            CoordinatorNote.CODEC.encode(new CoordinatorNote("p", List.of()))));
    int looks = 1;
    while (first.look(agreement.read(), true) instanceof Wait) {
      looks++;
    }
    assertThat(looks).isEqualTo(LostCoordinator.PATIENCE_WITH_START + 1);
  }

  @Test
  void shouldLeaveWhenTheJobHasEnded() throws InterruptedException {
    begin();
    look(first);
    launcher.end(1);
    assertThat(look(first)).isEqualTo(new Leave(Reason.ENDED));
  }
}
