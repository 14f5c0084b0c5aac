"""A person on a hub: logs in with a name and a password, and then does everything over HTTP, as a browser does."""

from __future__ import annotations

import asyncio
import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from http.cookiejar import CookieJar
from typing import Any

from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect


class Refused(Exception):
    """An HTTP status of 400 or more; `code` is it."""

    def __init__(self, code: int, said: str) -> None:
        super().__init__(f"{code}: {said}")
        self.code = code


class Account:
    """One user. Raises Refused where the hub or the user's server refuses."""

    def __init__(self, address: str, name: str, password: str) -> None:
        self.address, self.name = address, name
        self.jar = CookieJar()
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.headers: dict[str, str] = {}
        self._ask("GET", "/hub/login")
        form = {"username": name, "password": password, "_xsrf": self._xsrf()}
        self._ask("POST", "/hub/login", form=form)
        given = self._ask(
            "POST", f"/hub/api/users/{name}/tokens", {"note": "test"}, {"X-XSRFToken": self._xsrf()}
        )
        self.headers = {"Authorization": f"token {json.loads(given)['token']}"}

    def _xsrf(self) -> str:
        """What a form of the hub has in a hidden field."""
        found = [cookie.value for cookie in self.jar if cookie.name == "_xsrf" and cookie.path == "/hub/"]
        return str(found[-1])

    def _ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
        form: dict[str, str] | None = None,
        seconds: float = 100,
    ) -> str:
        data = urllib.parse.urlencode(form).encode() if form else None
        data = json.dumps(body).encode() if body is not None else data
        kind = {"Content-Type": "application/json"} if body is not None else {}
        request = urllib.request.Request(
            self.address + path, data, {**self.headers, **kind, **(headers or {})}, method=method
        )
        try:
            with self.browser.open(request, timeout=seconds) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            raise Refused(error.code, error.read().decode(errors="replace")[:300]) from None

    # --- the user's server --------------------------------------------------------------------------------------

    def wait_for_server(self, seconds: float = 60) -> None:
        """Logging in has asked for it."""
        end = time.monotonic() + seconds
        while not json.loads(self._ask("GET", f"/hub/api/users/{self.name}"))["server"]:
            assert time.monotonic() < end, f"the server of {self.name} did not start"
            time.sleep(0.2)

    def stop_server(self) -> None:
        self._ask("DELETE", f"/hub/api/users/{self.name}/server")

    def ask(self, method: str, path: str, body: Any = None, **query: str) -> Any:
        """What this user's server answers, from JSON."""
        words = f"?{urllib.parse.urlencode(query)}" if query else ""
        said = self._ask(method, f"/user/{self.name}/{path}{words}", body)
        return json.loads(said) if said else None

    def read(self, path: str) -> Any:
        """The content of a file or a notebook in the user's home."""
        return self.ask("GET", f"api/contents/{urllib.parse.quote(path)}")["content"]

    def save(self, path: str, notebook: dict[str, Any]) -> None:
        self.ask("PUT", f"api/contents/{urllib.parse.quote(path)}", {"type": "notebook", "content": notebook})

    def python(self, code: str, seconds: float = 60) -> str:
        """What code prints in a new kernel of the user's server, errors and all."""
        kernel = self.ask("POST", "api/kernels", {"name": "python3"})["id"]
        try:
            return asyncio.run(asyncio.wait_for(self._execute(kernel, code), seconds))
        finally:
            self.ask("DELETE", f"api/kernels/{kernel}")

    def type(self, command: str, seconds: float = 100) -> str:
        """Type a line into a terminal of JupyterLab; what it says, ending with its exit status."""
        terminal = self.ask("POST", "api/terminals", {})["name"]
        try:
            return asyncio.run(asyncio.wait_for(self._typed(terminal, command), seconds))
        finally:
            self.ask("DELETE", f"api/terminals/{terminal}")

    async def _socket(self, path: str) -> WebSocketClientConnection:
        address = self.address.replace("http", "ws", 1)
        return await websocket_connect(
            HTTPRequest(f"{address}/user/{self.name}/{path}", headers=self.headers)
        )

    async def _execute(self, kernel: str, code: str) -> str:
        socket = await self._socket(f"api/kernels/{kernel}/channels")
        asked, said = uuid.uuid4().hex, ""
        header = {
            "msg_id": asked,
            "msg_type": "execute_request",
            "username": "",
            "session": asked,
            "version": "5.3",
        }
        content = {"code": code, "silent": False, "store_history": False, "allow_stdin": False}
        message = {
            "header": header,
            "parent_header": {},
            "metadata": {},
            "content": content,
            "channel": "shell",
        }
        await socket.write_message(json.dumps(message))
        while True:
            received = json.loads(await socket.read_message() or "")
            kind, content = received["header"]["msg_type"], received["content"]
            if received["parent_header"].get("msg_id") != asked:
                continue
            if kind == "stream":
                said += content["text"]
            elif kind == "error":
                said += f"{content['ename']}: {content['evalue']}"
            elif kind == "status" and content["execution_state"] == "idle":
                socket.close()
                return said

    async def _typed(self, terminal: str, command: str) -> str:
        socket = await self._socket(f"terminals/websocket/{terminal}")
        # The mark is written in two parts, so that the line itself, which the terminal shows, does not hold it.
        await socket.write_message(json.dumps(["stdin", f"{command}; echo en''ded: $?\r"]))
        said = ""
        while "\n" not in said.partition("ended: ")[2]:
            kind, *rest = json.loads(await socket.read_message() or "")
            said += rest[0] if kind == "stdout" else ""
        socket.close()
        return said
