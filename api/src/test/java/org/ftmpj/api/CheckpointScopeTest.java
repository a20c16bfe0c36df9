package org.ftmpj.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CheckpointScopeTest {
  private final Kept kept = new Kept(null);

  /** Keeps what is saved. */
  private static final class Kept implements Protection {
    private final byte[] from;
    private final List<String> calls = new ArrayList<>();
    private boolean due = true;
    private byte[] saved;

    Kept(byte[] from) {
      this.from = from;
    }

    @Override
    public void open() {}

    @Override
    public byte[] state() {
      calls.add("state");
      return from;
    }

    @Override
    public void begun() {
      calls.add("begun");
    }

    @Override
    public boolean wants(boolean forced) {
      return due || forced;
    }

    @Override
    public void save(byte[] state) {
      saved = state;
    }

    @Override
    public Error failed(String what, Throwable why) {
      return new Error(what, why);
    }
  }

  private static class Grid implements Serializable {
    private static final long serialVersionUID = 1L;

    @Checkpointed private int generation;
    @Checkpointed private List<int[]> rows = new ArrayList<>();
    @Checkpointed private Object other;
    private String derived = "new";
  }

  private CheckpointScope next(Object... registered) {
    CheckpointScope scope = new CheckpointScope(new Kept(kept.saved));
    for (Object each : registered) {
      scope.register(each);
    }
    return scope;
  }

  @Test
  void shouldRunWhatBeginsIfNothingWasSaved() {
    CheckpointScope scope = new CheckpointScope(kept);
    scope.afterRestore(() -> kept.calls.add("restored"));
    assertThat(
            scope.<String>restoreOr(
                () -> {
                  kept.calls.add("initial");
                  return "first";
                }))
        .isEqualTo("first");
    assertThat(kept.calls).containsExactly("state", "initial", "begun");
  }

  @Test
  void shouldGiveWhatTheRootHadAtTheSafePoint() {
    CheckpointScope scope = new CheckpointScope(kept);
    int[] counts = scope.restoreOr(() -> new int[] {1, 2});
    counts[0] = 7;
    scope.safePoint();
    counts[0] = 8;
    int[] again = next().restoreOr(() -> new int[0]);
    assertThat(again).containsExactly(7, 2);
  }

  @Test
  void shouldRestoreFieldsBeforeTheActionsAndThoseBeforeItGoesOn() {
    Grid grid = new Grid();
    CheckpointScope scope = new CheckpointScope(kept).register(grid);
    scope.restoreOrRun(() -> grid.rows.add(new int[] {3}));
    grid.generation = 5;
    grid.derived = "old";
    scope.safePoint();
    Grid again = new Grid();
    Kept from = new Kept(kept.saved);
    CheckpointScope restored = new CheckpointScope(from).register(again);
    restored.afterRestore(() -> from.calls.add("generation " + again.generation));
    restored.restoreOrRun(() -> from.calls.add("initial"));
    assertThat(from.calls).containsExactly("state", "generation 5", "begun");
    assertThat(again.rows.get(0)).containsExactly(3);
    assertThat(again.derived).isEqualTo("new");
  }

  @Test
  void shouldKeepWhatIsSharedAndNotCopyRegisteredObjects() {
    Grid one = new Grid();
    Grid two = new Grid();
    CheckpointScope scope = new CheckpointScope(kept).register(one).register(two);
    scope.restoreOrRun(() -> {});
    two.rows = one.rows;
    two.other = one;
    scope.safePoint();
    Grid first = new Grid();
    Grid second = new Grid();
    next(first, second).restoreOrRun(() -> {});
    assertThat(second.rows).isSameAs(first.rows);
    assertThat(second.other).isSameAs(first);
  }

  @Checkpointed
  private static class All extends Grid {
    private static final long serialVersionUID = 1L;
    private static int shared;
    private long sum;
    private transient Thread worker = new Thread();
  }

  @Test
  void shouldTakeAllFieldsOfAClassButTransientAndStaticOnes() {
    assertThat(new RegisteredObject(new All()).names())
        .hasSize(4)
        .noneMatch(name -> name.endsWith("worker") || name.endsWith("shared"))
        .anyMatch(name -> name.endsWith("All.sum"));
  }

  private static final class Final {
    @Checkpointed private final int[] cells = {1};
  }

  @Test
  void shouldRefuseFieldsThatCannotBeSetAndObjectsWithoutAny() {
    CheckpointScope scope = new CheckpointScope(kept);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scope.register(new Final()))
        .withMessageContaining("cells");
    assertThatIllegalArgumentException().isThrownBy(() -> scope.register("text"));
  }

  @Test
  void shouldNameWhatCannotBeSerialized() {
    Grid grid = new Grid();
    CheckpointScope scope = new CheckpointScope(kept).register(grid);
    scope.restoreOrRun(() -> grid.other = new Thread());
    assertThatThrownBy(scope::safePoint)
        .hasMessageContaining("java.lang.Thread")
        .hasMessageContaining("Grid.other");
    assertThat(kept.saved).isNull();
  }

  private static final class WithoutHash implements Serializable {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void shouldRefuseTablesWhoseOrderFollowsFromIdentities() {
    for (Object table :
        List.of(
            new HashMap<>(Map.of(new WithoutHash(), 1)),
            new HashSet<>(Set.of(new WithoutHash())))) {
      CheckpointScope scope = new CheckpointScope(kept);
      scope.restoreOr(() -> table);
      assertThatThrownBy(scope::safePoint).hasMessageContaining("WithoutHash");
    }
    CheckpointScope scope = new CheckpointScope(kept);
    scope.restoreOr(() -> new HashMap<>(Map.of("text", new WithoutHash())));
    scope.safePoint();
    assertThat(kept.saved).isNotNull();
  }

  @Test
  void shouldNotRestoreOtherObjectsThanWereSaved() {
    CheckpointScope scope = new CheckpointScope(kept).register(new Grid());
    scope.restoreOrRun(() -> {});
    scope.safePoint();
    assertThatThrownBy(() -> next().restoreOrRun(() -> {})).hasMessageContaining("registered");
    assertThatThrownBy(() -> next(new All()).restoreOrRun(() -> {}))
        .hasMessageContaining("All.sum");
  }

  @Test
  void shouldSaveOnlyIfACheckpointIsDueOrForced() {
    CheckpointScope scope = new CheckpointScope(kept);
    scope.restoreOr(() -> "state");
    kept.due = false;
    scope.safePoint();
    assertThat(kept.saved).isNull();
    scope.checkpoint();
    assertThat(kept.saved).isNotNull();
  }

  @Test
  void shouldBeUsedInOrder() {
    CheckpointScope scope = new CheckpointScope(kept);
    assertThatIllegalStateException().isThrownBy(scope::safePoint);
    scope.restoreOrRun(() -> {});
    assertThatIllegalStateException().isThrownBy(() -> scope.restoreOrRun(() -> {}));
    assertThatIllegalStateException().isThrownBy(() -> scope.register(new Grid()));
    assertThatIllegalStateException().isThrownBy(() -> scope.afterRestore(() -> {}));
  }

  /** In this process there is no agent. */
  @Test
  void shouldDoNothingWithoutFtmpj() {
    assertThat(Protection.ofThisProcess()).isInstanceOf(NoProtection.class);
    assertThatIllegalStateException().isThrownBy(() -> MpiFt.ChkptDo("too early"));
    byte[] data = MpiFt.ChkptRecover();
    assertThat(data).isNull();
    assertThat(Arrays.asList(MpiFt.ChkptDo(new byte[9]), MpiFt.ChkptDo(new Thread())))
        .containsExactly(1, 2);
    assertThatIllegalStateException().isThrownBy(CheckpointScope::open);
  }
}
