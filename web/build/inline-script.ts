import type { Plugin } from 'vite'
import { retryLoading } from '#core/wire/pages/retry-loading.ts'

/** Puts the script that retries a failed load at the top of every page, before what it watches. */
export const retryFailedLoads = (): Plugin => ({
  name: 'retry-failed-loads',
  apply: 'build',
  transformIndexHtml: () => [{ tag: 'script', children: retryLoading, injectTo: 'head-prepend' }],
})
