"""nbgrader's collect, which takes a submission only from the student whose name it bears.

Into the exchange's inbound folder every student may write, under any name. nbgrader sees from the folder's owner that
a name is false, says so in its log, and takes the submission all the same, in place of the true one if it is newer.
"""

from __future__ import annotations

import os
from typing import Any

from nbgrader.exchange.default import ExchangeCollect


class Collect(ExchangeCollect):
    """`check_owner` switches it off, where all users of a hub are one user of the system (containers)."""

    def _is_own(self, record: dict[str, Any]) -> bool:
        """Whether the folder belongs to the user whose name it bears."""
        if not self.check_owner:
            return True
        import pwd  # there is no exchange on Windows

        status = os.stat(os.path.join(self.inbound_path, record["filename"]), follow_symlinks=False)
        try:
            return pwd.getpwuid(status.st_uid).pw_name == record["username"]
        except KeyError:
            return False

    def _sort_by_timestamp(self, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """What nbgrader takes the newest of: one student's own; the false ones only where there are no others."""
        own = [record for record in records if self._is_own(record)]
        for record in records:
            if record not in own:
                self.log.error(
                    "Not collected: %s bears the name of %s and belongs to somebody else.",
                    os.path.join(self.inbound_path, record["filename"]),
                    record["username"],
                )
        return super()._sort_by_timestamp(own or records)

    def init_src(self) -> None:
        super().init_src()
        self.src_records = [record for record in self.src_records if self._is_own(record)]
