"""jupyter_client, whose client kernels/bounded_client.py gives bounds on what a kernel may send."""

NEEDED = {
    "jupyter_client.channels.AsyncZMQSocketChannel._recv": "overridden: a message is counted before it is decoded",
    "jupyter_client.connect.ConnectionFileMixin._create_connected_socket": "overridden: sets zmq's own bounds first",
    "jupyter_client.client.KernelClient._async_wait_for_ready": "overridden: without its fixed waits",
    "jupyter_client.client.KernelClient._async_is_alive": "asks the manager whether the kernel's process is there",
    "jupyter_client.client.KernelClient._handle_kernel_info_reply": "reads a kernel's first reply",
}
