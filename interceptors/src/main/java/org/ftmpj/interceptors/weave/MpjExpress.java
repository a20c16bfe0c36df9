package org.ftmpj.interceptors.weave;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ftmpj.interceptors.weave.MpjMember.Kind;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;

/**
 * The MPJ Express that was found, compared with the fingerprint: every member of it that FTMPJ
 * relies on.
 */
final class MpjExpress {
  /** Generated from our class files; a test of this module keeps it up to date. */
  static final String FINGERPRINT = "fingerprint.txt";

  private final ClassLoader loader;
  private final Map<String, MpjClass> classes = new HashMap<>();

  private MpjExpress(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * @throws FtmpjException {@code NO_MPJ_EXPRESS} if there is none, {@code UNKNOWN_MPJ_EXPRESS}
   *     with all differences if it has another shape
   */
  static void check(ClassLoader loader) {
    new MpjExpress(loader).check(fingerprint());
  }

  private void check(Set<MpjMember> fingerprint) {
    if (read("mpi/MPI") == null) {
      throw new FtmpjException(
          ErrorCode.NO_MPJ_EXPRESS, "the class mpi.MPI of MPJ Express is not on the class path");
    }
    List<String> differences =
        fingerprint.stream().filter(m -> !has(m.owner(), m)).map(m -> "missing " + m).toList();
    List<String> additions =
        fingerprint.stream()
            .filter(m -> m.kind() == Kind.ABSTRACT_METHOD)
            .map(MpjMember::owner)
            .distinct()
            .flatMap(owner -> abstractMethods(owner).stream())
            .filter(m -> !fingerprint.contains(m))
            .map(m -> "additional " + m)
            .toList();
    if (!differences.isEmpty() || !additions.isEmpty()) {
      throw new FtmpjException(
          ErrorCode.UNKNOWN_MPJ_EXPRESS,
          "the MPJ Express found (%s) differs from the one known: %s"
              .formatted(
                  loader.getResource("mpi/MPI.class"),
                  Stream.concat(differences.stream(), additions.stream())
                      .collect(Collectors.joining("; "))));
    }
  }

  /** Whether that class or a supertype declares the member. */
  private boolean has(String owner, MpjMember member) {
    MpjClass found = read(owner);
    if (found == null) {
      return false;
    }
    MpjMember here = new MpjMember(owner, member.kind(), member.name(), member.descriptor());
    return found.members().contains(here)
        || found.supertypes().stream().anyMatch(supertype -> has(supertype, member));
  }

  private List<MpjMember> abstractMethods(String owner) {
    MpjClass found = read(owner);
    return found == null
        ? List.of()
        : found.members().stream().filter(m -> m.kind() == Kind.ABSTRACT_METHOD).toList();
  }

  /** Null if there is no such class. */
  private MpjClass read(String name) {
    return classes.computeIfAbsent(
        name,
        n -> {
          try (InputStream in = loader.getResourceAsStream(n + ".class")) {
            return in == null ? null : new MpjClass(in.readAllBytes());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  static Set<MpjMember> fingerprint() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                MpjExpress.class.getResourceAsStream(FINGERPRINT), StandardCharsets.UTF_8))) {
      return lines.lines().map(MpjMember::parse).collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
