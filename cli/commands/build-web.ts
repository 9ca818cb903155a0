import { globSync, rmSync, statSync } from 'node:fs'
import { build } from 'vite'

/** Builds the screens if they were never built or have changed since; `npm start` does it first. */
const sources = globSync(['web/**', 'core/**', 'api/**', 'docs/guide/**', 'vite.config.ts', 'package-lock.json'])
const changedAt = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

if (Math.max(...sources.map(changedAt)) > changedAt('dist/web/index.html')) {
  try {
    await build({ logLevel: 'warn' })
  } catch (error) {
    // What is too heavy was written before it was weighed: it is not to pass for built the next time.
    rmSync('dist/web/index.html', { force: true })
    throw error
  }
}
