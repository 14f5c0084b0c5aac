/* On a telephone JupyterLab opens with the file list over most of the screen, and none of its settings knows how wide the
   screen is. So this extension closes the list once, after JupyterLab has put its parts in place; the folder at the left
   edge opens it again.

   JupyterLab expects of an extension the container that webpack's module federation would build: `init` and `get`. This
   one imports nothing, so it is written by hand and needs no build. */
(() => {
  // The list and the bars beside it take 328 pixels, so a wider window leaves the notebook at least 430.
  const NARROW = '(max-width: 760px)';
  const plugin = {
    id: 'transformer-course:narrow',
    description: 'Closes the file list where there is no room for it beside a notebook.',
    autoStart: true,
    activate: app => {
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
