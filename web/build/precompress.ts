import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Has a build's scripts and style sheets compressed, once, as the server wants them: `compress` is given their folder. */
export const precompress = (compress: (folder: string) => Promise<void>): Plugin => ({
  name: 'precompress',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  writeBundle: ({ dir = '' }) => compress(join(dir, 'static')),
})
