/* On a telephone JupyterLab opens with the file list over most of the screen, and none of its settings knows how wide the
   screen is. So this extension closes the list once, after JupyterLab has put its parts in place; the folder at the left
   edge opens it again. Figures keep a size that can be read there, and scroll.

   JupyterLab expects of an extension the container that webpack's module federation would build: `init` and `get`. This
   one imports nothing, so it is written by hand and needs no build. */
(() => {
  // The list and the bars beside it take 328 pixels, so a wider window leaves the notebook at least 430.
  const NARROW = '(max-width: 760px)';
  // JupyterLab breaks printed words anywhere, and leaves no room after a folded answer.
  const STYLE = `
    .jp-OutputArea .jp-OutputArea-output pre { word-break: normal; overflow-wrap: anywhere; }
    .jp-RenderedMarkdown details + p { margin-top: 1em; }
    .jp-RenderedMarkdown mjx-container[display="true"] { overflow-x: auto; overflow-y: hidden; }
    @media ${NARROW} {
      .jp-OutputArea-output:has(img.course-figure) { overflow-x: auto; }
      .jp-OutputArea .jp-OutputArea-output img.course-figure { max-width: none; }
    }`;
  const plugin = {
    id: 'transformer-course:narrow',
    description: 'Closes the file list where there is no room for it beside a notebook, and wraps what is printed between words.',
    autoStart: true,
    activate: app => {
      document.head.append(Object.assign(document.createElement('style'), { textContent: STYLE }));
      app.restored.then(() => {
        if (window.matchMedia(NARROW).matches) {
          app.shell.collapseLeft?.(); // Notebook 7's tree page has no such list
        }
      });
    }
  };
  globalThis._JUPYTERLAB ??= {};
  globalThis._JUPYTERLAB['transformer-course'] = {
    init: () => undefined,
    get: () => Promise.resolve(() => ({ __esModule: true, default: plugin }))
  };
})();
