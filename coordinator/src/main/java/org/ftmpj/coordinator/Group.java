package org.ftmpj.coordinator;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.logger.agreement.AgreementMember;

/**
 * The members of a job in Ratis's terms: the address of a member for questions is its address for
 * clients.
 */
final class Group {
  private Group() {}

  static RaftGroupId id(String job) {
    return RaftGroupId.valueOf(UUID.nameUUIDFromBytes(job.getBytes(StandardCharsets.UTF_8)));
  }

  static RaftPeer peer(AgreementMember member) {
    return RaftPeer.newBuilder()
        .setId(member.id())
        .setAddress(new HostPort(member.logger().host(), member.port()).toString())
        .setClientAddress(member.logger().toString())
        .build();
  }

  static AgreementMember member(RaftPeer peer) {
    int port = HostPort.parse(peer.getAddress()).port();
    return new AgreementMember(logger(peer), peer.getId().toString(), port);
  }

  /** The logger of a peer. */
  static HostPort logger(RaftPeer peer) {
    return HostPort.parse(peer.getClientAddress());
  }

  static List<RaftPeer> peers(Collection<AgreementMember> members) {
    return members.stream().map(Group::peer).toList();
  }

  static List<AgreementMember> members(Collection<RaftPeer> peers) {
    return peers.stream().map(Group::member).toList();
  }
}
