"""The server, tried as what it is: the running program, over sockets."""
