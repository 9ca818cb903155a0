import { gzipSync } from 'node:zlib'

/** A file of the build, as far as its weight and what it pulls in are concerned. */
export type BuiltFile = { code: string; modules: readonly string[]; imports: readonly string[]; css: readonly string[] }
export type Build = { files: Record<string, BuiltFile>; css: Record<string, string> }

/**
 * A page and the source modules whose import asks for it, after those of the page that is loaded before it. A page that comes
 * as HTML has the styles of modules that it does not load.
 */
export type PageLoad = {
  page: string
  after: readonly string[]
  modules: readonly string[]
  styledBy?: readonly string[]
  js: number
  css?: number
}

export type Weight = { page: string; js: number; css: number; most: PageLoad; fits: boolean; has: readonly string[] }

/** What the first load of a page costs in gzip kB: its files and all that they import statically, less what was there. */
export function weigh(build: Build, load: PageLoad): Weight {
  const before = reach(build, load.after)
  const files = [...reach(build, [...load.after, ...load.modules])].filter((name) => !before.has(name))
  const styling = load.styledBy ? reach(build, load.styledBy) : files
  const cssBefore = sheets(build, before)
  const css = sum(
    [...sheets(build, styling)].filter((name) => !cssBefore.has(name)).map((name) => build.css[name] ?? ''),
  )
  const js = sum(files.map((name) => build.files[name]?.code ?? ''))
  // A page without a limit of its own for CSS has one limit for both together.
  const fits = load.css === undefined ? js + css <= load.js : js <= load.js && css <= load.css
  return { page: load.page, js, css, most: load, fits, has: files.flatMap((name) => build.files[name]?.modules ?? []) }
}

/** The weights as a table for people. */
export function table(weights: readonly Weight[]) {
  const kB = (size: number) => size.toFixed(1).padStart(7)
  const most = ({ js, css }: PageLoad) => (css === undefined ? `${js} together` : `${js} JS + ${css} CSS`)
  const rows = weights.map(
    ({ page, js, css, fits, most: load }) =>
      `${page.padEnd(34)}${kB(js)}${kB(css)}   ${most(load).padEnd(16)}${fits ? '' : '  TOO MUCH'}`,
  )
  return ['first load, gzip kB                    JS    CSS   at most', ...rows].join('\n')
}

/** The files that an import of these modules brings, with all that they import statically. */
export function reach({ files }: Build, modules: readonly string[]) {
  const reached = new Set<string>()
  const add = (name: string) => {
    if (reached.has(name)) return
    reached.add(name)
    for (const imported of files[name]?.imports ?? []) add(imported)
  }
  for (const module of modules) {
    const holder = Object.keys(files).find((name) => files[name]?.modules.some((one) => one.endsWith(module)))
    if (!holder) throw new Error(`No file of the build holds ${module}`)
    add(holder)
  }
  return reached
}

/** The style sheets of those files. */
export const sheets = ({ files }: Build, names: Iterable<string>) =>
  new Set([...names].flatMap((name) => files[name]?.css ?? []))

const sum = (texts: readonly string[]) =>
  texts.reduce((total, text) => total + gzipSync(text, { level: 9 }).length / 1000, 0)
