# The course's environment in a container: JupyterLab for a student, and all of grading for an instructor.
#   docker build --tag transformers .
#   docker run --rm -it --publish 127.0.0.1:8888:8888 --volume "$PWD:/course" transformers
# docs/containers.md says how it was tried, what grading needs, and what was not tried.
FROM debian:bookworm-slim

# a C compiler, because torch.compile and some wheels ask for one; git and make for those who change the course
RUN apt-get update && \
    apt-get install --yes --no-install-recommends \
        ca-certificates g++ gcc git libc6-dev make python3 python3-dev python3-venv && \
    rm -rf /var/lib/apt/lists/*

# A second package index for PyTorch, as in the Makefile. Empty: PyPI's build, which has CUDA in it.
ARG TORCH_INDEX=
RUN useradd --create-home --uid 1000 --shell /bin/bash course && mkdir /course /opt/venv && chown course: /course /opt/venv
USER course
WORKDIR /course

# What is installed depends on these files alone, so an edited lesson does not install everything again.
COPY --chown=course pyproject.toml constraints.txt README.md LICENSE NOTICE ./
COPY --chown=course autograder autograder
COPY --chown=course utils utils
RUN python3 -m venv /opt/venv && \
    /opt/venv/bin/python -m pip install --no-cache-dir --disable-pip-version-check --constraint constraints.txt \
        ${TORCH_INDEX:+--extra-index-url "$TORCH_INDEX"} --editable '.[dev]'
COPY --chown=course . .

ENV PATH=/opt/venv/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
EXPOSE 8888
CMD ["jupyter", "lab", "--ip=0.0.0.0", "--no-browser"]
