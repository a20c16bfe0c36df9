package org.ftmpj.hostd.copies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.ftmpj.hostd.logs.EdgeGate;
import org.ftmpj.testing.Rotated;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.Test;

/** The same where host 2 keeps the copies, which host 1 sends it over TCP. */
@Rotated(
    kind = "copies of checkpoints",
    turns = {3, 7})
class RankCopiesAtPartnerTest extends RankCopiesTest {

  @Override
  CopyPlace place() throws Exception {
    return placeAtPartner();
  }

  /** Else copies would fall behind, and what they need of the logs would grow. */
  @Test
  void shouldNotRestWhenMuchWasSent() throws Exception {
    AtomicInteger rests = new AtomicInteger();
    CopyPlace rested = partner.place(new CopyPace(() -> rests.incrementAndGet() > 0, () -> 0));
    try (CopyPlace.Begun begun = rested.begin(1, false, true)) {
      write(begun, CopyPlace.Part.RECORDS, 16 << 20);
      int few = rests.get();
      assertThat(few).isBetween(500, 512);
      write(begun, CopyPlace.Part.RECORDS, 4 << 20);
      assertThat(rests).hasValue(few);
      write(begun, CopyPlace.Part.HEAP, 1 << 20);
      assertThat(rests).hasValue(few + 32);
    }
  }

  private static void write(CopyPlace.Begun to, CopyPlace.Part part, int bytes) throws IOException {
    for (int piece = 0; piece < bytes >> 18; piece++) {
      to.write(part, ByteBuffer.allocate(1 << 18));
    }
  }

  /** First the disk is full where copies go, then that host is lost, then the next one. */
  @Test
  void shouldTellOnceWhyThereAreNoCopiesAndGoOn() throws Exception {
    TcpHosts hosts = partner.hosts;
    CopyDirectory atThird = CopyDirectory.at(directory.resolve("third"), "job-1");
    atThird.create();
    RetainedCopies third =
        new RetainedCopies(
            new PartnerDirectories(atThird.root(), "job-1"),
            PROOFS,
            SIZE,
            from -> hosts.session(3, from));
    List<String> told = new CopyOnWriteArrayList<>();
    CopyingHost here =
        new CopyingHost(
            one,
            "job-1",
            1,
            List.of("a", "b", "c"),
            List.of(),
            false,
            to -> hosts.session(1, to),
            told::add);
    CheckpointCopies all =
        CheckpointCopies.enter(CopySettings.AT_PARTNER, here, ControlBlock.open(one.control()));
    hosts.receiveBy(1, (from, content) -> all.receiverOf(from).accept(content));
    hosts.receiveBy(3, third::asked);
    Path next = copies.make(1, 0).records().resolve("1.new");
    Files.createSymbolicLink(next, Path.of("/dev/full"));
    sendSome();
    save(List.of());
    all.start(IntStream.of(0), EdgeGate.OPEN);
    awaitImages(copies);
    assertThat(told)
        .singleElement()
        .asString()
        .contains("FTMPJ-1825: ", "of rank 0 is not copied to host b: ", "No space left on device");

    hosts.lose(2);
    all.part(2);
    awaitImages(atThird);
    assertThat(told).hasSize(1);
    hosts.lose(3);
    all.part(3);
    await().until(() -> told.size() > 1);
    assertThat(told.get(1)).contains("FTMPJ-1825: ", "no other host of the job is left");
    all.close(false);
    third.close();
  }

  private static void awaitImages(CopyDirectory at) {
    await().until(() -> Files.exists(at.of(1, 0).images().resolve("1/heap")));
  }
}
