import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstLoadBudgets } from './web/first-load-budgets.ts'

/** The API of a `fettle start` on this machine, for `vite`. */
const api = 'http://localhost:3000'

export default defineConfig({
  root: 'web',
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    chunkSizeWarningLimit: 1000,
    // core/ is pure: what a page does not use of it, it does not load.
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /\/core\/[^?]+\.ts$/, sideEffects: false }] } },
  },
  plugins: [react(), firstLoadBudgets()],
  server: { proxy: { '/api': api, '/assets': api, '/socket': { target: api, ws: true } } },
})
