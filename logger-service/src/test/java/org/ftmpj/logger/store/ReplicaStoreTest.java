package org.ftmpj.logger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.protocol.quorum.Accept;
import org.ftmpj.protocol.quorum.LogShape;
import org.ftmpj.protocol.quorum.Replica;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplicaStoreTest {
  @TempDir private Path job;

  @Test
  void shouldHaveWhatWasWrittenLastWhateverItReplaced() {
    Random random = new Random(7);
    List<String> expected = new ArrayList<>();
    ReplicaStore store = ReplicaStore.open(job, 3, true);
    for (int incarnation = 1; incarnation <= 40; incarnation++) {
      assertThat(store.promise(incarnation, incarnation)).isTrue();
      int first = expected.size() + 1 - random.nextInt(Math.min(expected.size(), 5) + 1);
      expected.subList(first - 1, expected.size()).clear();
      for (int i = random.nextInt(30); i >= 0; i--) {
        List<String> more = new ArrayList<>();
        for (int n = random.nextInt(4); n >= 0; n--) {
          more.add(incarnation + "/" + i + "/" + n + " ".repeat(random.nextInt(2000)));
        }
        write(store, incarnation, expected.size() + 1, more);
        expected.addAll(more);
      }
      if (random.nextInt(3) == 0) {
        store.close();
        store = ReplicaStore.open(job, 3, true);
      }
      assertThat(store.replica().shape().last()).isEqualTo(expected.size());
      assertThat(records(store, 1 + random.nextInt(expected.size()), expected.size()))
          .isEqualTo(expected.subList(lastFirst - 1, expected.size()));
    }
    store.close();
  }

  /** Of the same kind as above, with longer records, of which most are needed no more. */
  @Test
  void shouldGiveTheSpaceBackOfWhatIsNeededNoMore() throws IOException {
    Random random = new Random(11);
    List<String> expected = new ArrayList<>();
    Path file = job.resolve("3.records");
    ReplicaStore store = ReplicaStore.open(job, 3, true);
    int pruned = 0;
    int rewritten = 0;
    for (int incarnation = 1; incarnation <= 60; incarnation++) {
      assertThat(store.promise(incarnation, incarnation)).isTrue();
      int most = Math.min(expected.size() - pruned, 5);
      int first = expected.size() + 1 - random.nextInt(most + 1);
      expected.subList(first - 1, expected.size()).clear();
      // Some incarnations begin, and record nothing.
      store.write(incarnation, accept(incarnation, first, 0, false), null);
      for (int i = random.nextInt(30); i > 0; i--) {
        String more = incarnation + "/" + i + " ".repeat(random.nextInt(40_000));
        write(store, incarnation, expected.size() + 1, List.of(more));
        expected.add(more);
      }
      pruned += random.nextInt(expected.size() - pruned + 1);
      LogShape shape = store.replica().shape();
      long before = Files.size(file);
      store.prune(pruned);
      rewritten += Files.size(file) < before ? 1 : 0;
      if (random.nextBoolean()) {
        store.close();
        Files.writeString(job.resolve("3.records.new"), "left behind by one that was killed");
        store = ReplicaStore.open(job, 3, true);
      }
      assertThat(store.replica().shape()).isEqualTo(shape);
      assertThat(store.first()).isBetween(1L, pruned + 1L);
      assertThat(records(store, (int) store.first(), expected.size()))
          .isEqualTo(expected.subList((int) store.first() - 1, expected.size()));
      assertThat(records(store, pruned + 1, expected.size()))
          .isEqualTo(expected.subList(pruned, expected.size()));
      long needed = expected.stream().skip(pruned).mapToLong(String::length).sum();
      assertThat(Files.size(file)).isLessThan(2 * needed + (3 << 20));
    }
    assertThat(rewritten).isGreaterThan(5);
    ReplicaStore last = store;
    assertThatThrownBy(() -> last.read(1, 1)).hasMessageContaining("needed no more");
    store.close();
  }

  @Test
  void shouldPassOverWhatIsNeededNoMore() {
    ReplicaStore store = ReplicaStore.open(job, 0, false);
    assertThat(store.promise(2, 1)).isTrue();
    store.write(2, accept(1, 1, 5, false), null);
    store.write(2, accept(2, 6, 70_000, false), null);
    write(store, 2, 70_006, List.of("needed"));
    store.close();
    ReplicaStore again = ReplicaStore.open(job, 0, false);
    assertThat(again.replica().shape()).isEqualTo(LogShape.EMPTY.with(1, 1, 5).with(2, 6, 70_001));
    assertThat(again.first()).isEqualTo(70_006);
    assertThat(records(again, 70_006, 70_006)).containsExactly("needed");
    assertThatThrownBy(() -> again.read(70_005, 70_006)).hasMessageContaining("needed no more");
    again.close();
  }

  /** Its numbers of what is needed no more are not taken for records that are there. */
  @Test
  void shouldNotBeCompleteWhenItIsDamagedBehindWhatWasDropped() throws IOException {
    ReplicaStore store = ReplicaStore.open(job, 0, true);
    store.promise(1, 1);
    for (int i = 1; i <= 4; i++) {
      write(store, 1, i, List.of("x".repeat(500_000)));
    }
    store.prune(3);
    assertThat(store.first()).isEqualTo(4);
    store.close();
    Path file = job.resolve("0.records");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] ^= 1;
    Files.write(file, bytes);
    ReplicaStore again = ReplicaStore.open(job, 0, true);
    assertThat(again.replica().isComplete()).isFalse();
    assertThat(again.replica().shape().last()).isEqualTo(3);
    assertThat(again.first()).isEqualTo(4);
    again.close();
  }

  @Test
  void shouldKnowItsPromiseAgain() {
    ReplicaStore store = ReplicaStore.open(job, 0, true);
    assertThat(store.promise(2, 55)).isTrue();
    write(store, 2, 1, List.of("a"));
    store.close();
    ReplicaStore again = ReplicaStore.open(job, 0, true);
    assertThat(again.promise(1, 55)).isFalse();
    assertThat(again.promise(2, 56)).isFalse();
    assertThat(again.promise(2, 55)).isTrue();
    assertThat(again.write(1, accept(1, 2, 1, false), batch(2, List.of("b"))))
        .isEqualTo(Replica.Answer.FENCED);
    assertThat(again.write(2, accept(2, 3, 1, false), batch(3, List.of("b"))))
        .isEqualTo(Replica.Answer.GAP);
    again.close();
  }

  @Test
  void shouldDropWhatIsTorn() throws IOException {
    ReplicaStore store = ReplicaStore.open(job, 0, true);
    store.promise(1, 1);
    write(store, 1, 1, List.of("one", "two"));
    long whole = Files.size(job.resolve("0.records"));
    write(store, 1, 3, List.of("three"));
    store.close();
    try (var file = Files.newByteChannel(job.resolve("0.records"), StandardOpenOption.WRITE)) {
      file.truncate(whole + 20);
    }
    ReplicaStore again = ReplicaStore.open(job, 0, true);
    assertThat(again.replica().shape()).isEqualTo(LogShape.EMPTY.with(1, 1, 2));
    write(again, 1, 3, List.of("3"));
    assertThat(records(again, 1, 3)).containsExactly("one", "two", "3");
    again.close();
  }

  @Test
  void shouldBeCompleteWhenItIsToldSo() {
    ReplicaStore store = ReplicaStore.open(job, 0, false);
    assertThat(store.replica().isComplete()).isFalse();
    store.promise(4, 1);
    store.write(4, accept(4, 1, 0, true), null);
    store.close();
    ReplicaStore again = ReplicaStore.open(job, 0, false);
    assertThat(again.replica().isComplete()).isTrue();
    assertThat(again.replica().shape().incarnation()).isEqualTo(4);
    again.close();
  }

  @Test
  void shouldNotBeCompleteAfterItsHostHasStartedAgain() throws IOException {
    fill();
    Path promise = job.resolve("0.promise");
    String before = Files.readString(promise);
    Files.writeString(promise, before.substring(0, before.lastIndexOf(' ')) + " another-boot");
    ReplicaStore again = ReplicaStore.open(job, 0, false);
    assertThat(again.replica().isComplete()).isFalse();
    assertThat(again.replica().promised()).isEqualTo(1);
    assertThat(again.promise(2, 9)).isTrue();
    again.close();
    ReplicaStore next = ReplicaStore.open(job, 0, false);
    assertThat(next.replica().isComplete()).isFalse();
    next.write(2, accept(2, 4, 0, true), null);
    next.close();
    ReplicaStore healed = ReplicaStore.open(job, 0, false);
    assertThat(healed.replica().isComplete()).isTrue();
    healed.close();
  }

  @Test
  void shouldNotBeCompleteWhenARecordIsDamagedNorLater() throws IOException {
    fill();
    Path file = job.resolve("0.records");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] ^= 1;
    Files.write(file, bytes);
    for (int i = 0; i < 2; i++) {
      ReplicaStore again = ReplicaStore.open(job, 0, true);
      assertThat(again.replica().isComplete()).isFalse();
      assertThat(again.replica().shape().last()).isEqualTo(2);
      again.close();
    }
  }

  @Test
  void shouldNotBeCompleteWithoutOneOfItsFiles() throws IOException {
    fill();
    Files.delete(job.resolve("0.records"));
    requireNotComplete();
    fill();
    Files.delete(job.resolve("0.promise"));
    requireNotComplete();
  }

  private void requireNotComplete() throws IOException {
    for (int i = 0; i < 2; i++) {
      ReplicaStore again = ReplicaStore.open(job, 0, true);
      assertThat(again.replica().isComplete()).isFalse();
      again.close();
    }
    Files.deleteIfExists(job.resolve("0.promise"));
    Files.delete(job.resolve("0.records"));
  }

  /** Three records in two entries, complete. */
  private void fill() {
    ReplicaStore store = ReplicaStore.open(job, 0, true);
    store.promise(1, 1);
    write(store, 1, 1, List.of("one", "two"));
    write(store, 1, 3, List.of("three"));
    assertThat(store.replica().isComplete()).isTrue();
    store.close();
  }

  @Test
  void shouldKnowAnEnrolmentAgainButNotAfterItsHostHasStartedAgain() throws IOException {
    Enrolment enrolment = new Enrolment(job);
    assertThat(enrolment.isValid()).isFalse();
    enrolment.write(2);
    assertThat(new Enrolment(job).isValid()).isTrue();
    assertThat(new Enrolment(job).member()).contains(2);
    Files.writeString(job.resolve("enrolled"), "2 another-boot");
    assertThat(new Enrolment(job).isValid()).isFalse();
    Files.writeString(job.resolve("enrolled"), "");
    assertThat(new Enrolment(job).member()).isEmpty();
  }

  @Test
  void shouldBeCompleteAfterAStartOfItsHostIfItWasForced() throws IOException {
    Path store = job.resolve("forced");
    Path of = Files.createDirectories(StorePlace.of(store, "name"));
    new Enrolment(of).write(1);
    for (int rank = 0; rank < 2; rank++) {
      ReplicaStore one = ReplicaStore.open(of, rank, rank == 0);
      one.promise(1, 1);
      one.close();
    }
    for (String name : List.of("enrolled", "0.promise")) {
      String text = Files.readString(of.resolve(name));
      Files.writeString(of.resolve(name), text.substring(0, text.lastIndexOf(' ')) + " boot-1");
    }
    ForcedStore.keep(store, "name", "boot-2");
    assertThat(new Enrolment(of).isValid()).isFalse();
    ForcedStore.keep(store, "name", "boot-1");
    assertThat(new Enrolment(of).isValid()).isTrue();
    for (int rank = 0; rank < 2; rank++) {
      ReplicaStore again = ReplicaStore.open(of, rank, true);
      // The second one was not complete when it was forced.
      assertThat(again.replica().isComplete()).isEqualTo(rank == 0);
      again.close();
    }
  }

  /** Where the last call of {@link #records} began. */
  private int lastFirst;

  private List<String> records(ReplicaStore store, int first, int last) {
    lastFirst = first;
    List<String> all = new ArrayList<>();
    while (first + all.size() <= last) {
      store.read(first + all.size(), last).forEach(r -> all.add(text(r)));
    }
    return all;
  }

  private static String text(ByteBuffer record) {
    byte[] bytes = new byte[record.remaining()];
    record.get(bytes);
    return new String(bytes);
  }

  private static void write(ReplicaStore store, int incarnation, long first, List<String> records) {
    assertThat(
            store.write(
                incarnation,
                accept(incarnation, first, records.size(), false),
                batch(first, records)))
        .isEqualTo(Replica.Answer.ACCEPTED);
  }

  private static Accept accept(int incarnation, long first, int count, boolean completes) {
    return new Accept(incarnation, first, count, completes, 1);
  }

  private static Batch batch(long first, List<String> records) {
    List<byte[]> all = records.stream().map(String::getBytes).toList();
    ByteBuffer bytes =
        ByteBuffer.allocate(all.stream().mapToInt(r -> r.length + Integer.BYTES).sum());
    all.forEach(r -> bytes.putInt(r.length).put(r));
    return new Batch(first, all.size(), bytes.flip());
  }
}
