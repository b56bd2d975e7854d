# SPDX-License-Identifier: MIT
# Expects first commit >= first run + 20, last input >= first commit, last end >= last input + 20,
# now >= last end + 5.
/^ms since it began/ { good = $7 >= $6 + 20 && $8 >= $7 && $9 >= $8 + 20 && $10 >= $9 + 5; print }
END { exit !good }
