import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstLoadBudgets } from './web/first-load-budgets.ts'

const api = process.env.FETTLE_API ?? 'http://localhost:3000'

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
