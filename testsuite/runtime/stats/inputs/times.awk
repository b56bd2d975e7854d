# SPDX-License-Identifier: MIT
# Expects first commit >= first run + 20, last end >= first commit + 10, now >= last end + 5.
/^ms since it began/ { good = $7 >= $6 + 20 && $8 >= $7 + 10 && $9 >= $8 + 5; print }
END { exit !good }
