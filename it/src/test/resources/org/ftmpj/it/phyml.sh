#!/bin/sh
# Stands for phyml: answers from what it was asked only, as phyml writes it, but without
# frequencies, rates and unconstrained likelihood: jModelTest shows those only of models that
# rank 0 has computed itself.
if [ "$1" = --version ]; then
  echo "This is PhyML version 20131022."
  exit
fi
id= model= categories=1 gamma=No invariable=0.0 frequencies=
while [ $# -gt 0 ]; do
  case $1 in
    -i) file=$2 ;;
    --run_id) id=_$2 ;;
    -m) model=$2 ;;
    -c) categories=$2 ;;
    -a) gamma=Yes ;;
    -v) invariable=0.125 ;;
    -f) frequencies=$2 ;;
  esac
  shift
done
sum=$(echo "$model $categories $gamma $invariable $frequencies" | cksum)
sum=${sum% *}
part=$((sum % 90000 + 10000))
echo ". 25 patterns found (out of a total of 60 sites)."
sleep 0.2
echo ". Log likelihood of the current tree: -1$part."
cat > "${file}_phyml_stats$id" <<S
. Model of amino acids substitution: $model
. Log-likelihood: -1${part%??}.${part#???}
. Discrete gamma model: $gamma
  - Number of categories: $categories
  - Gamma shape parameter: 0.$part
. Proportion of invariant: $invariable
. Time used 0h0m0s
S
echo "((P1:0.1,P2:0.1$part):0.05,(P3:0.1,P4:0.1):0.05,(P5:0.1,P6:0.1):0.05);" > "${file}_phyml_tree$id"
