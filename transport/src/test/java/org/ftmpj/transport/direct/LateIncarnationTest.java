package org.ftmpj.transport.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import org.ftmpj.common.handshake.Seals;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.secret.Seal;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.channel.ConnectedRank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Connections of a sender's incarnations that come to rank 1 out of order. */
@Timeout(60)
class LateIncarnationTest {
  @TempDir Path directory;

  @Test
  void shouldRefuseAnIncarnationThatConnectsAfterALaterOne() throws IOException {
    ConnectedRank rank = ConnectedRank.create(directory, 1);
    try (ChronicleInterconnect receiver = rank.open(1, 1)) {
      int port = (int) rank.control().endpoint(receiver.rank());
      try (SocketChannel later = connect(port);
          SocketChannel earlier = connect(port)) {
        assertThat(begin(later, 2)).isEqualTo(new ReceiverState(0, 0, 0));
        assertThatThrownBy(() -> begin(earlier, 1)).isInstanceOf(IOException.class);
        later.configureBlocking(false);
        assertThat(later.read(ByteBuffer.allocate(1))).isZero();
      }
      try (SocketChannel again = connect(port)) {
        assertThat(begin(again, 2)).isEqualTo(new ReceiverState(0, 0, 0));
      }
    }
  }

  private static SocketChannel connect(int port) throws IOException {
    return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  private ReceiverState begin(SocketChannel channel, int incarnation) throws IOException {
    Deadline deadline = Deadline.in(Duration.ofSeconds(20));
    Secret secret = Secret.read(new JobLayout(directory).secret());
    LinkHandshakes handshakes = new LinkHandshakes(secret, Seal.AES, 0, incarnation, other -> true);
    Seals seals = handshakes.connect(channel, 1, deadline);
    return LinkHandshakes.receiverState(channel, seals, deadline);
  }
}
