package org.ftmpj.hostd.copies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.RunningProof;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.FreeSpace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three hosts in this process, which keep copies for each other; sessions are over TCP. */
@Timeout(300)
class PartnerCopiesTest {
  private static final int HOSTS = 3;
  private static final int RANK = 4;

  @TempDir Path directory;

  private final List<String> notices = new CopyOnWriteArrayList<>();
  private final PartnerCopies[] copies = new PartnerCopies[HOSTS + 1];
  private TcpHosts hosts;

  @BeforeEach
  void open() throws Exception {
    hosts = new TcpHosts(HOSTS, (by, host) -> copies[by].unreachable(host));
    for (int host = 1; host <= HOSTS; host++) {
      copies[host] = copies(host);
      hosts.receiveBy(host, copies[host]::receive);
    }
  }

  private PartnerCopies copies(int host) throws IOException {
    JobLayout layout = CopiedRank.withSecret(directory.resolve(Integer.toString(host)));
    return new PartnerCopies(
        new CopyingHost(
            layout,
            "job-1",
            host,
            List.of("a", "b", "c"),
            List.of(),
            false,
            to -> hosts.session(host, to),
            notices::add),
        ControlBlock.create(layout.control(), RANK + 1));
  }

  @AfterEach
  void close() throws Exception {
    for (int host = 1; host <= HOSTS; host++) {
      copies[host].stop();
    }
    hosts.close();
    for (int host = 1; host <= HOSTS; host++) {
      copies[host].close(false);
      assertThat(directory.resolve(host + "/partner")).doesNotExist();
    }
  }

  private void lose(int lost) throws Exception {
    hosts.lose(lost);
    for (int host = 1; host <= HOSTS; host++) {
      if (host != lost) {
        copies[host].part(lost);
      }
    }
  }

  private static byte[] bytes(long seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static byte[] state(int number) {
    byte[] rank = bytes(number + 2, 100_000 + number);
    return new CheckpointState(CheckpointState.Kind.PROGRAM, Instant.EPOCH, 1, 0, rank).encode();
  }

  /** A copy of which each part is longer than a piece. */
  private static CopyPlace.Begun begin(CopyPlace place, int number) throws IOException {
    return begin(place, RANK, number);
  }

  private static CopyPlace.Begun begin(CopyPlace place, int rank, int number) throws IOException {
    CopyPlace.Begun begun = place.begin(number, false, true);
    begun.write(CopyPlace.Part.RECORDS, ByteBuffer.wrap(bytes(number, 100_000 + number)));
    begun.write(CopyPlace.Part.HEAP, ByteBuffer.wrap(bytes(number + 1, 100_000 + number)));
    begun.write(CopyPlace.Part.STATE, ByteBuffer.wrap(state(number)));
    Proof heap = begin(CopyProofs.What.HEAP, place, rank, number).proof();
    begun.write(
        CopyPlace.Part.PROOFS,
        CopiedImage.proofs(heap, begin(CopyProofs.What.STATE, place, rank, number), state(number)));
    return begun;
  }

  private static RunningProof begin(CopyProofs.What what, CopyPlace place, int rank, int number) {
    return CopiedRank.PROOFS.begin(what, place.host(), rank, number);
  }

  private static void copy(CopyPlace place, int number) throws IOException {
    copy(place, RANK, number);
  }

  private static void copy(CopyPlace place, int rank, int number) throws IOException {
    try (CopyPlace.Begun begun = begin(place, rank, number)) {
      begun.sync();
      begun.commit();
    }
  }

  /** What host 1 has copied of the rank. */
  private Path kept(int by) {
    return directory.resolve(by + "/partner/h1/" + RANK);
  }

  /** What another host has brought of that. */
  private Path brought(int from, int to) {
    return directory.resolve(to + "/partner/from-" + from + "/h1/" + RANK);
  }

  private void requireCopy(int by, int number, int image) {
    requireCopy(kept(by), number, image);
  }

  private static void requireCopy(Path there, int number, int image) {
    Path heap = there.resolve("images/" + image + "/heap");
    assertThat(there.resolve("records/" + number))
        .hasBinaryContent(bytes(number, 100_000 + number));
    assertThat(heap).hasBinaryContent(bytes(number + 1, 100_000 + number));
    assertThat(heap.resolveSibling("state")).hasBinaryContent(state(number));
    assertThat(heap.resolveSibling("records")).hasContent(Integer.toString(number));
  }

  private List<String> unfinished(int by) throws IOException {
    try (Stream<Path> all = Files.walk(kept(by))) {
      return all.map(Path::toString).filter(name -> name.endsWith(".new")).toList();
    }
  }

  @Test
  void shouldKeepTheLastTwoAtTheNextHost() throws Exception {
    CopyPlace place = copies[1].place(RANK);
    for (int number = 1; number <= 3; number++) {
      copy(place, number);
    }
    assertThat(kept(2).resolve("images").toFile().list()).containsExactlyInAnyOrder("2", "3");
    requireCopy(2, 2, 2);
    requireCopy(2, 3, 3);
    assertThat(kept(2).resolve("records/1")).exists();
    assertThat(kept(3)).doesNotExist();
    copy(copies[3].place(0), 1);
    assertThat(directory.resolve("1/partner/h3/0/records/1")).as("the last one's").exists();
  }

  @Test
  void shouldCopyToAnotherHostWhenThatIsLost() throws Exception {
    copy(copies[1].place(RANK), 1);
    assertThat(copies[1].part(3)).as("its partner").isFalse();
    assertThat(copies[2].part(3)).as("its partner").isTrue();
    hosts.lose(3);
    copy(copies[2].place(0), 1);
    assertThat(directory.resolve("1/partner/h2/0/records/1")).exists();

    hosts.lose(1);
    assertThat(copies[2].part(1)).isTrue();
    assertThatThrownBy(() -> copies[2].place(0)).hasMessageContaining("no other host");
  }

  /** The host that keeps it, in the middle of a copy. */
  @Test
  void shouldNotWaitForAHostThatIsLost() throws Exception {
    CopyPlace place = copies[1].place(RANK);
    copy(place, 1);
    CopyPlace.Begun begun = begin(place, 2);
    CompletableFuture<Throwable> writing =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                while (true) {
                  begun.write(CopyPlace.Part.HEAP, ByteBuffer.allocate(1 << 20));
                }
              } catch (IOException e) {
                return e;
              }
            });
    hosts.lose(2);
    assertThat(writing.get()).isInstanceOf(PartnerLink.Ended.class);
    begun.close();
    assertThat(copies[1].part(2)).isTrue();
    copy(copies[1].place(RANK), 1);
    requireCopy(3, 1, 1);
    assertThat(notices).isEmpty();
  }

  /** The host that copies, in the middle of it: what counts is the copy before. */
  @Test
  void shouldNotUseWhatIsHalfCopied() throws Exception {
    CopyPlace place = copies[1].place(RANK);
    copy(place, 1);
    begin(place, 2).sync();
    assertThat(unfinished(2)).hasSize(2);
    lose(1);
    assertThat(unfinished(2)).isEmpty();
    requireCopy(2, 1, 1);
    assertThat(kept(2).resolve("records").toFile().list()).containsExactly("1");

    copies[2].bring(new Placement(List.of(2, 2, 2, 2, 3)), List.of(RANK));
    requireCopy(brought(2, 3), 1, 1);
    assertThat(notices).isEmpty();
  }

  @Test
  void shouldBringCopiesToWhereTheRankGoes() throws Exception {
    CopyPlace place = copies[1].place(RANK);
    for (int number = 1; number <= 4; number++) {
      copy(place, number);
    }
    copy(copies[1].place(0), 0, 1);
    lose(1);
    Placement placement = new Placement(List.of(2, 2, 2, 2, 3));
    for (int time = 0; time < 2; time++) {
      assertThat(copies[2].bring(placement, List.of(0, RANK, 1))).containsExactly(0, RANK);
      copies[3].bring(placement, List.of(0, RANK, 1));
    }
    assertThat(copies[3].bring(placement, List.of(0, RANK))).containsExactly(RANK);
    assertThat(brought(2, 3).resolve("records").toFile().list())
        .containsExactlyInAnyOrder("1", "2", "3", "4");
    // The second time they are copied once more.
    requireCopy(brought(2, 3), 3, 3);
    requireCopy(brought(2, 3), 4, 4);
    assertThat(brought(2, 3).resolve("../0")).as("what stays there").doesNotExist();
    assertThat(copies[3].found())
        .extracting(each -> each.of(1, RANK).directory())
        .containsExactly(kept(3), brought(2, 3));
    assertThat(notices).isEmpty();
  }

  /** Host 1 had another partner in an earlier run, which has more or less of it. */
  @Test
  void shouldNotMixWhatIsBroughtWithWhatIsKept() throws Exception {
    CopyPlace before = copies[1].place(RANK);
    for (int number = 1; number <= 4; number++) {
      copy(before, number);
    }
    copies[3].kept().reenter(1);
    CopyPlace next = new DirectoryPlace(copies[3].kept().make(1, RANK), CopiedRank.PROOFS);
    copy(next, 1);
    lose(1);
    Placement placement = new Placement(List.of(2, 2, 2, 2, 3));
    assertThat(copies[2].bring(placement, List.of(RANK))).containsExactly(RANK);
    assertThat(copies[3].bring(placement, List.of(RANK))).containsExactly(RANK);
    requireCopy(3, 1, 1);
    assertThat(kept(3).resolve("records").toFile().list()).containsExactly("1");
    requireCopy(brought(2, 3), 4, 2);
  }

  /** To where the rank was to go; it goes elsewhere then. */
  @Test
  void shouldNotWaitWhereCopiesCannotBeBrought() throws Exception {
    copy(copies[1].place(RANK), 1);
    lose(1);
    hosts.lose(3);
    await()
        .untilAsserted(() -> assertThatThrownBy(() -> copies[2].place(0).begin(1, false, false)));
    assertThat(copies[2].bring(new Placement(List.of(2, 2, 2, 2, 3)), List.of(RANK))).isEmpty();
    assertThat(notices).isEmpty();
  }

  /** The disk where it goes is full: the job must not go on without them. */
  @Test
  void shouldSayThatCopiesCouldNotBeBrought() throws Exception {
    copy(copies[1].place(RANK), 1);
    lose(1);
    Placement placement = new Placement(List.of(2, 2, 2, 2, 3));
    FreeSpace.keep(Long.MAX_VALUE / 2);
    try {
      assertThat(copies[2].bring(placement, List.of(RANK))).isEmpty();
    } finally {
      FreeSpace.keep(FreeSpace.USUAL_RESERVE);
    }
    assertThat(notices).singleElement().asString().contains("FTMPJ-1826: ", "no space");
    assertThat(copies[2].bring(placement, List.of(RANK))).containsExactly(RANK);
    requireCopy(brought(2, 3), 1, 1);
  }

  /** Else its ranks could not go on. */
  @Test
  void shouldLeaveSpaceForTheLogsOfTheHostThatKeepsThem() throws Exception {
    CopyPlace place = copies[1].place(RANK);
    copy(place, 1);
    FreeSpace.keep(Long.MAX_VALUE / 2);
    try {
      assertThatThrownBy(() -> copy(place, 2)).hasMessageContaining("no space");
    } finally {
      FreeSpace.keep(FreeSpace.USUAL_RESERVE);
    }
    requireCopy(2, 1, 1);
    copy(place, 2);
    requireCopy(2, 2, 2);
  }

  @Test
  void shouldSayThatTheDiskIsFullThere() throws Exception {
    CopyPlace place = copies[1].place(RANK);
    copy(place, 1);
    Path next = kept(2).resolve("records/2.new");
    Files.createSymbolicLink(next, Path.of("/dev/full"));
    assertThatThrownBy(() -> copy(place, 2))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left");
    assertThat(unfinished(2)).isEmpty();
    requireCopy(2, 1, 1);
    copy(place, 2);
    requireCopy(2, 2, 2);
  }
}
