#!/usr/bin/env bash
# MPJ Express's mpjrun: runs a program by the daemon that mpjboot has started. Written by FTMPJ's `./ftmpj setup`.
# MPJ Express's starter listens at one port, which its configuration names, so two at once would fail by
# "Address already in use". Here each has a configuration of its own with a port that is free.
set -euo pipefail
bin=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
export MPJ_HOME=${MPJ_HOME:-$(dirname "$bin")}
. "$bin/listening.sh"

if [[ " $* " == *" -dev niodev "* ]] && ! listening "$(configured mpjexpress.mpjdaemon.port.1)" &&
  [[ " $* " != *" -dport "* ]]; then
  echo "mpjrun.sh: no daemon listens on this host; start it with mpjboot" >&2
  exit 1
fi

# Where the Java of a rank does not start, MPJ Express's starter waits for it for ever.
check_java_of_ranks() {
  local word options=() directory=. agent said
  while (($#)); do
    word=$1
    case $word in
      -np | -dev | -dport | -wdir | -psl | -mxboardnum | -cp | -classpath | -jar) shift ;;&
      -wdir) directory=$1 ;;
      -javaagent:*)
        agent=${word#-javaagent:}
        agent=${agent%%=*}
        [[ -f $agent || $agent != /* && -f $directory/$agent ]] || {
          echo "mpjrun.sh: there is no '$agent', which -javaagent names" >&2
          exit 64
        }
        ;;
      -X*) options+=("$word") ;;
      -*) ;;
      # The program and its arguments.
      *) break ;;
    esac
    shift
  done
  ((${#options[@]})) || return 0
  said=$("$java" "${options[@]}" -version 2>&1) || {
    echo "mpjrun.sh: the Java of a rank does not start with ${options[*]}: $said" >&2
    exit 64
  }
}

own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
mkdir "$own/conf"
ln -s "$MPJ_HOME/lib" "$own/lib"
ln -s "$MPJ_HOME/logs" "$own/logs"
port=$((20000 + $$ % 10000))
while listening "$port"; do port=$((port + 1)); done
sed "s/^mpjexpress\.mpjrun\.port\.1=.*/mpjexpress.mpjrun.port.1=$port/" \
  "$MPJ_HOME/conf/mpjexpress.conf" >"$own/conf/mpjexpress.conf"

more=()
told=""
if [[ " $* " != *" -machinesfile "* ]]; then
  if [[ ! -f machines ]]; then
    echo localhost >"$own/machines"
    more=(-machinesfile "$own/machines")
  fi
  if [[ ! -f machines ]] || ! grep -qvxE "localhost|127\.0\.0\.1|$(hostname)|" machines; then
    check_java_of_ranks "$@"
    if [[ " $* " == *" -javaagent:"*ftagent* ]]; then
      # The starter always ends with 0: the agent of rank 0 writes here what the job has ended with.
      told=$own/exit
      more+=("-Dftmpj.mpjrun.exit=$told")
    fi
  fi
fi

# In the background a shell would let it ignore Ctrl-C.
as_usual=()
! env --default-signal=INT true 2>/dev/null || as_usual=(--default-signal=INT,QUIT)
env ${as_usual[@]+"${as_usual[@]}"} MPJ_HOME="$own" "$java" -cp "$own/lib/*" runtime.starter.MPJRun \
  ${more[@]+"${more[@]}"} "$@" <&0 &
starter=$!
# It ends with this process, however that ends.
(
  trap '' INT TERM HUP
  while kill -0 $$ 2>/dev/null; do sleep 1; done
  kill "$starter" 2>/dev/null
  rm -rf "$own"
) </dev/null >/dev/null 2>&1 &
for signal in INT TERM HUP; do
  trap "kill -$signal $starter 2>/dev/null || true" "$signal"
done
code=0
wait "$starter" || code=$?
# A signal ends the wait.
while kill -0 "$starter" 2>/dev/null; do
  code=0
  wait "$starter" || code=$?
done
# Nothing is written where a job has not begun, or its daemon has gone.
[[ $code != 0 || -z $told ]] || code=$(cat "$told" 2>/dev/null || echo 70)
exit "$code"
