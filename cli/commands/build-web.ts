import { globSync, rmSync, statSync } from 'node:fs'

/** Builds the screens unless they are up to date; `npm start` runs this first. */
const sources = globSync(['web/**', 'core/**', 'api/**', 'docs/guide/**', 'vite.config.ts', 'package-lock.json'])
const changedAt = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

if (Math.max(...sources.map(changedAt)) > changedAt('dist/web/index.html')) {
  try {
    const { build } = await import('vite')
    await build({ logLevel: 'warn' })
  } catch (error) {
    // A bundle over its budget has been written by now, and must not pass as up to date next time.
    rmSync('dist/web/index.html', { force: true })
    throw error
  }
}
