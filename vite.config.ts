import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { referenceText } from './api/openapi/reference.ts'
import { compressFiles } from './api/server/compress-files.ts'
import { chunks, preloadedWith } from './web/build/chunks.ts'
import { firstLoadBudgets } from './web/build/first-load-budgets.ts'
import { guideModules } from './web/build/guides.ts'
import { inlinePaths } from './web/build/inline-paths.ts'
import { addInlineScript } from './web/build/inline-script.ts'
import { precompress } from './web/build/precompress.ts'
import { prerenderPublicPages } from './web/build/prerender.ts'
import { serviceWorker } from './web/build/service-worker.ts'
import { systemDark } from './web/build/system-dark.ts'
import { unusedLinks } from './web/build/unused-links.ts'

/** The API of a local `fettle start`, for `vite` in development. */
const api = 'http://localhost:3000'

/** Pages of the documentation whose text is generated from the code. */
const generated = { api: referenceText }

export default defineConfig({
  root: 'web',
  // `web/public` holds the public pages.
  publicDir: 'static',
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // `/assets` serves the photos of jobs.
    assetsDir: 'static',
    chunkSizeWarningLimit: 1000,
    // All browsers that Fettle supports preload modules by themselves, but for Safari 16, which loads them a little later.
    modulePreload: { polyfill: false, resolveDependencies: (_, deps, host) => preloadedWith(deps, host) },
    // core/ has no side effects, so unused parts of it can be dropped.
    rolldownOptions: {
      // Read-only public pages load only the second one.
      input: ['web/index.html', 'web/style/scheme.ts'],
      treeshake: { moduleSideEffects: [{ test: /\/core\/[^?]+\.ts$/, sideEffects: false }] },
      output: chunks,
    },
  },
  plugins: [
    react(),
    systemDark(),
    inlinePaths(),
    unusedLinks(),
    addInlineScript(),
    guideModules(generated),
    firstLoadBudgets(),
    prerenderPublicPages(generated),
    serviceWorker(),
    precompress(compressFiles),
  ],
  server: { proxy: { '/api': api, '/assets': api, '/sandbox': api, '/t': api, '/socket': { target: api, ws: true } } },
})
