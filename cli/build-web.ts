import { globSync, statSync } from 'node:fs'
import { build } from 'vite'

/** Builds the screens if they were never built or have changed since; `npm start` does it first. */
const sources = globSync(['web/**', 'core/**', 'api/**', 'docs/guide/**', 'vite.config.ts', 'package-lock.json'])
const changedAt = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

if (Math.max(...sources.map(changedAt)) > changedAt('dist/web/index.html')) {
  await build({ logLevel: 'warn' })
}
