package org.ftmpj.launcher.hosts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.hostd.job.CoordinatorNote;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.LocalAgreement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class AgreedNotebookTest {
  private static final String HINT = "it can be taken over";

  private final LocalAgreement loggers = new LocalAgreement();
  private final BlockingQueue<Map<String, byte[]>> printed = new LinkedBlockingQueue<>();
  private final CompletableFuture<FtmpjException> failure = new CompletableFuture<>();
  private final List<String> notices = new CopyOnWriteArrayList<>();
  private final UnnotedOutput unnoted = new UnnotedOutput();
  private AgreedNotebook notebook;

  @AfterEach
  void close() {
    notebook.close();
  }

  private void beFirst() {
    notebook =
        AgreedNotebook.ofFirst(
            loggers.another(),
            new CoordinatorNote("the launcher", List.of()),
            this::progress,
            unnoted,
            failure::complete,
            notices::add);
  }

  private Map<String, byte[]> progress() {
    Map<String, byte[]> next = printed.poll();
    return next == null ? Map.of() : next;
  }

  private static Map<String, byte[]> note(String name, String text) {
    return Map.of(name, text.getBytes(UTF_8));
  }

  private AgreedState state() {
    try {
      return loggers.read();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private String noted(String name) {
    return state().note(name).map(note -> new String(note, UTF_8)).orElse("(nothing)");
  }

  @Test
  void shouldNotWaitBeforeThereCanBeASuccessor() throws Exception {
    loggers.setAway(true);
    beFirst();
    notebook.note(note("step", "1"));
    assertThat(notebook.nextReader(2)).isEqualTo(2);
    notebook.begin(note("order", "run"), () -> notices.add(HINT));
    notebook.note(note("step", "2"));
    assertThat(notebook.nextReader(2)).isEqualTo(3);
    await().until(() -> notices.size() == 1);
    loggers.setAway(false);
    await().until(() -> noted("order").equals("run"));
    assertThat(noted("step")).isEqualTo("2");
    assertThat(notebook.nextReader(2)).isEqualTo(4);
    assertThat(state().term()).isEqualTo(1);
    assertThat(failure).isNotDone();
    await().until(() -> notices.size() == 3);
    assertThat(notices).contains(HINT);
    assertThat(notices.get(0)).contains("FTMPJ-1405");
  }

  @Test
  void shouldWaitWhileLoggersAreAwayIfThereCanBeASuccessor() throws Exception {
    beFirst();
    notebook.begin(note("order", "run"), () -> notices.add(HINT));
    await().until(() -> noted("order").equals("run"));
    loggers.setAway(true);
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(
            () -> {
              try {
                notebook.note(note("step", "1"));
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    await().until(() -> notices.size() == 2);
    assertThat(notices.get(1)).contains("nothing is done about lost hosts: FTMPJ-1405");
    assertThat(other).isNotDone();
    loggers.setAway(false);
    other.join();
    assertThat(noted("step")).isEqualTo("1");
  }

  @Test
  void shouldNoteWhatIsPrintedByItself() {
    beFirst();
    notebook.begin(note("order", "run"), () -> notices.add(HINT));
    printed.add(note("printed.0", "3"));
    await().until(() -> noted("printed.0").equals("3"));
  }

  @Test
  void shouldFindByItselfThatItIsReplaced() throws Exception {
    beFirst();
    notebook.begin(note("order", "run"), () -> notices.add(HINT));
    await().until(() -> noted("order").equals("run"));
    CoordinatorNote other = new CoordinatorNote("host b", List.of());
    assertThat(
            loggers
                .claim(1, Map.of(CoordinatorNote.NAME, CoordinatorNote.CODEC.encode(other)))
                .accepted())
        .isTrue();
    FtmpjException why = failure.join();
    assertThat(why.code()).isEqualTo(ErrorCode.COORDINATOR_REPLACED);
    assertThat(why.what()).contains("number 2, host b");
    assertThat(notebook.isReplaced()).isTrue();
  }

  @Test
  void shouldNoteNothingWhenItIsReplaced() throws Exception {
    beFirst();
    notebook.begin(note("order", "run"), () -> notices.add(HINT));
    await().until(() -> noted("order").equals("run"));
    notebook.note(note("step", "1"));
    loggers.claim(1, Map.of());
    assertThatThrownBy(() -> notebook.note(note("step", "2")))
        .isInstanceOfSatisfying(
            FtmpjException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.COORDINATOR_REPLACED));
    notebook.noteEnding(note("ending", "over"));
    notebook.noteEnd();
    assertThat(noted("step")).isEqualTo("1");
    assertThat(noted("ending")).isEqualTo("(nothing)");
    assertThat(state().ended()).isFalse();
    assertThat(notebook.isReplaced()).isTrue();
  }

  @Test
  void shouldReadNoStreamAsAnotherCoordinatorHas() throws Exception {
    beFirst();
    notebook.begin(note("order", "run"), () -> notices.add(HINT));
    await().until(() -> noted("order").equals("run"));
    assertThat(notebook.nextReader(2)).isEqualTo(2);
    assertThat(notebook.nextReader(2)).isEqualTo(3);
    loggers.claim(1, Map.of());
    assertThatThrownBy(() -> notebook.nextReader(2)).isInstanceOf(FtmpjException.class);
    notebook.close();
    notebook =
        AgreedNotebook.ofSuccessor(
            loggers.another(), 2, this::progress, unnoted, failure::complete, notices::add);
    assertThat(notebook.nextReader(2)).isEqualTo(4);
    assertThat(notebook.nextReader(3)).isEqualTo(2);
  }

  @Test
  void shouldEndTheJobWithoutHavingBegunIt() throws Exception {
    beFirst();
    await().until(() -> state().term() == 1);
    notebook.noteEnding(note("ending", "over"));
    assertThat(noted("ending")).isEqualTo("(nothing)");
    await()
        .until(
            () -> {
              notebook.noteEnd();
              return state().ended();
            });
  }

  @Test
  void shouldShowMoreThanSoMuchWhenThatIsNoted() throws Exception {
    beFirst();
    notebook.begin(note("order", "run"), () -> notices.add(HINT));
    await().until(() -> notices.contains(HINT));
    printed.add(note("printed.0", "all"));
    for (int records = 0; records < 3 * UnnotedOutput.MOST; records++) {
      if (!unnoted.mayShow()) {
        await().until(unnoted::mayShow);
      }
    }
    assertThat(noted("printed.0")).isEqualTo("all");
  }

  @Test
  void shouldShowNothingAnyMoreWhenAnotherProcessIsToTakeOver() throws Exception {
    beFirst();
    notebook.begin(note("order", "run"), () -> notices.add(HINT));
    await().until(() -> notices.contains(HINT));
    assertThat(unnoted.mayShow()).isTrue();
    printed.add(note("printed.0", "before"));
    printed.add(note("printed.0", "last"));
    AgreedState ready = CoordinatorHandOver.ask(loggers.another(), state());
    assertThat(unnoted.mayShow()).isFalse();
    assertThat(new String(ready.note("printed.0").orElseThrow(), UTF_8)).isEqualTo("last");
    loggers.claim(ready.term(), CoordinatorHandOver.over());
    assertThat(failure.get().code()).isEqualTo(ErrorCode.COORDINATOR_REPLACED);
    assertThat(unnoted.mayShow()).isFalse();
  }
}
