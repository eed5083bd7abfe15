"""Ends TLS in front of plain ports of loopback.

Each line of its input is `PORT CERTIFICATE KEY [PROTOCOL]`: a plain port, two files in PEM, and what is offered above
TLS. It answers with the port where TLS is spoken, and ends with its input. A plain connection that is reset becomes one
that is reset without TLS's closing alert.
"""

import asyncio
import os
import ssl
import sys


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Passes bytes on until their end."""
    try:
        while piece := await reader.read(1 << 16):
            writer.write(piece)
            await writer.drain()
    except (ConnectionError, ssl.SSLError):
        writer.transport.abort()
    else:
        writer.close()


async def listen(port: str, certificate: str, key: str, *protocols: str) -> asyncio.Server:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    if protocols:
        context.set_alpn_protocols(list(protocols))

    async def converse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        plain_reader, plain_writer = await asyncio.open_connection("127.0.0.1", int(port))
        await asyncio.gather(pump(reader, plain_writer), pump(plain_reader, writer))

    return await asyncio.start_server(converse, "127.0.0.1", 0, ssl=context)


async def main() -> None:
    loop = asyncio.get_running_loop()
    servers = []
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        servers.append(await listen(*line.split()))
        print(servers[-1].sockets[0].getsockname()[1], flush=True)
    # At once, because clients may still be connected.
    os._exit(0)


if __name__ == "__main__":
    # Foundation waits for a program as soon as its socket is closed, and meanwhile for no other one. So the first process
    # ends at once, and the second closes what it inherited from the tests, such as the pipes of other programs.
    if os.fork():
        os._exit(0)
    os.closerange(3, 1 << 16)
    asyncio.run(main())
