"""Sends a peer's requests to the simulator, and refuses every other host.

Python reads this file at its start, because benchmarks/reroute is on PYTHONPATH. BENCHMARK_SIMULATOR is the
simulator's address, BENCHMARK_REFUSED a file to which the name of each refused host is appended, once for each
attempt. A host is rewritten where a library takes the address: no certificate and no resolver is changed.
"""

import functools
import http.client
import os
import socket
import urllib.parse

SIMULATOR = urllib.parse.urlsplit(os.environ["BENCHMARK_SIMULATOR"])
SERVICES = {
    "dblp.org": "dblp",
    "www.dblp.org": "dblp",
    "dblp.uni-trier.de": "dblp",
    "dblp.dagstuhl.de": "dblp",
    "sparql.dblp.org": "",
    "api.crossref.org": "crossref",
    "export.arxiv.org": "arxiv",
    "api.datacite.org": "datacite",
    "doi.org": "doi",
    "dx.doi.org": "doi",
}


def refuse(host):
    with open(os.environ["BENCHMARK_REFUSED"], "a", encoding="utf-8") as file:
        file.write(f"{host}\n")
    return ConnectionRefusedError(f"the benchmark has no {host}")


def local(host):
    return host in ("127.0.0.1", "::1", "localhost", None, "")


def rerouted(path, host):
    """The path at the simulator; raises ConnectionRefusedError for a host that it doesn't stand for."""
    if local(host):
        return path
    if host.lower() not in SERVICES:
        raise refuse(host.lower())
    service = SERVICES[host.lower()]
    return f"/{service}{path}" if service else path


def rerouted_address(address):
    parts = urllib.parse.urlsplit(address)
    if local(parts.hostname):
        return address
    path = rerouted(parts.path or "/", parts.hostname)
    return urllib.parse.urlunsplit(("http", SIMULATOR.netloc, path, parts.query, ""))


def reroute_http_client():
    """For http.client and urllib.request. The other libraries come here with addresses that are local."""
    init, putrequest = http.client.HTTPConnection.__init__, http.client.HTTPConnection.putrequest

    @functools.wraps(putrequest)
    def put(self, method, url, *args, **kwargs):
        return putrequest(self, method, rerouted(url, getattr(self, "asked_host", None)), *args, **kwargs)

    class Plain(http.client.HTTPConnection):
        """In place of HTTPSConnection: the simulator speaks plain HTTP."""

        def __init__(
            self,
            host,
            port=None,
            *,
            timeout=socket._GLOBAL_DEFAULT_TIMEOUT,
            source_address=None,
            blocksize=8192,
            **_of_tls,
        ):
            name = host.split(":")[0]
            if local(name):
                init(self, host, port, timeout, source_address, blocksize)
                return
            rerouted("/", name)
            init(self, SIMULATOR.hostname, SIMULATOR.port, timeout, source_address, blocksize)
            self.asked_host = name

    http.client.HTTPConnection.putrequest = put
    return Plain


def reroute_requests():
    try:
        import requests
    except ImportError:
        return
    send = requests.adapters.HTTPAdapter.send

    @functools.wraps(send)
    def sent(self, request, *args, **kwargs):
        asked = request.url
        try:
            request.url = rerouted_address(asked)
        except ConnectionRefusedError as error:
            raise requests.exceptions.ConnectionError(error, request=request) from error
        response = send(self, request, *args, **kwargs)
        request.url = response.url = asked
        return response

    requests.adapters.HTTPAdapter.send = sent


def reroute_httpx():
    try:
        import httpx
    except ImportError:
        return
    send, send_async = httpx.HTTPTransport.handle_request, httpx.AsyncHTTPTransport.handle_async_request

    def other(request):
        try:
            url = httpx.URL(rerouted_address(str(request.url)))
        except ConnectionRefusedError as error:
            raise httpx.ConnectError(str(error), request=request) from error
        headers = [("Host", SIMULATOR.netloc)]
        headers += [(name, value) for name, value in request.headers.raw if name.lower() != b"host"]
        return httpx.Request(
            request.method, url, headers=headers, stream=request.stream, extensions=request.extensions
        )

    httpx.HTTPTransport.handle_request = lambda self, request: send(self, other(request))

    async def sent(self, request):
        return await send_async(self, other(request))

    httpx.AsyncHTTPTransport.handle_async_request = sent


def refuse_the_rest():
    """For every library that is not rerouted above: a name that is not local has no address."""
    getaddrinfo = socket.getaddrinfo

    @functools.wraps(getaddrinfo)
    def get(host, *args, **kwargs):
        name = host.decode() if isinstance(host, bytes) else host
        if local(name):
            return getaddrinfo(host, *args, **kwargs)
        raise socket.gaierror(socket.EAI_NONAME, str(refuse(name)))

    socket.getaddrinfo = get


# urllib3 defines a class of its own from HTTPSConnection, so it is imported before that is replaced.
reroute_requests()
reroute_httpx()
http.client.HTTPSConnection = reroute_http_client()
refuse_the_rest()
