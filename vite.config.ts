import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { referenceText } from './api/openapi/reference.ts'
import { chunks } from './web/build/chunks.ts'
import { firstLoadBudgets } from './web/build/first-load-budgets.ts'
import { guideModules } from './web/build/guides.ts'
import { prerenderPublicPages } from './web/build/prerender.ts'
import { systemDark } from './web/build/system-dark.ts'

/** The API of a `fettle start` on this machine, for `vite`. */
const api = 'http://localhost:3000'

/** Pages of the documentation whose text is generated from the code. */
const generated = { api: referenceText }

export default defineConfig({
  root: 'web',
  // `web/public` is for the public pages.
  publicDir: 'static',
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // `/assets` is for the pictures of jobs.
    assetsDir: 'static',
    chunkSizeWarningLimit: 1000,
    // core/ is pure: what a page does not use of it, it does not load.
    rolldownOptions: {
      // Public pages without anything to do on them have no other script.
      input: ['web/index.html', 'web/style/scheme.ts'],
      treeshake: { moduleSideEffects: [{ test: /\/core\/[^?]+\.ts$/, sideEffects: false }] },
      output: chunks,
    },
  },
  plugins: [react(), systemDark(), guideModules(generated), firstLoadBudgets(), prerenderPublicPages(generated)],
  server: { proxy: { '/api': api, '/assets': api, '/sandbox': api, '/socket': { target: api, ws: true } } },
})
