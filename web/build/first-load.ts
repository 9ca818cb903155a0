import { gzipSync } from 'node:zlib'

/** A file of the build: its code, and what it loads. */
export type BuiltFile = { code: string; modules: readonly string[]; imports: readonly string[]; css: readonly string[] }
export type Build = { files: Record<string, BuiltFile>; css: Record<string, string> }

/**
 * A page, the source modules it imports, and those already loaded by the page before it. A prerendered page has the styles of
 * modules it does not load.
 */
export type PageLoad = {
  page: string
  after: readonly string[]
  modules: readonly string[]
  styledBy?: readonly string[]
  js: number
  css?: number
}

export type Weight = {
  page: string
  js: number
  css: number
  load: PageLoad
  fits: boolean
  /** The source modules it loads. */
  contents: readonly string[]
}

/** What the first load of a page costs in gzip kB: its files and their static imports, less what was loaded before. */
export function weigh(build: Build, load: PageLoad): Weight {
  const before = reach(build, load.after)
  const files = [...reach(build, [...load.after, ...load.modules])].filter((name) => !before.has(name))
  const styling = load.styledBy ? reach(build, load.styledBy) : files
  const cssBefore = sheets(build, before)
  const css = sum(
    [...sheets(build, styling)].filter((name) => !cssBefore.has(name)).map((name) => build.css[name] ?? ''),
  )
  const js = sum(files.map((name) => build.files[name]?.code ?? ''))
  // Without a CSS limit, the JS limit covers both together.
  const fits = load.css === undefined ? js + css <= load.js : js <= load.js && css <= load.css
  const contents = files.flatMap((name) => build.files[name]?.modules ?? [])
  return { page: load.page, js, css, load, fits, contents }
}

/** The weights as a printed table. */
export function table(weights: readonly Weight[]) {
  const kB = (size: number) => size.toFixed(1).padStart(7)
  const limit = ({ js, css }: PageLoad) => (css === undefined ? `${js} together` : `${js} JS + ${css} CSS`)
  const rows = weights.map(
    ({ page, js, css, fits, load }) =>
      `${page.padEnd(34)}${kB(js)}${kB(css)}   ${limit(load).padEnd(16)}${fits ? '' : '  OVER BUDGET'}`,
  )
  return ['first load, gzip kB                    JS    CSS   at most', ...rows].join('\n')
}

/** The files that importing these modules loads, static imports included. Throws if a module is not in the build. */
export function reach({ files }: Build, modules: readonly string[]) {
  const reached = new Set<string>()
  const add = (name: string) => {
    if (reached.has(name)) return
    reached.add(name)
    for (const imported of files[name]?.imports ?? []) add(imported)
  }
  for (const module of modules) {
    const file = Object.keys(files).find((name) => files[name]?.modules.some((one) => one.endsWith(module)))
    if (!file) throw new Error(`No file of the build contains ${module}`)
    add(file)
  }
  return reached
}

/** The style sheets of these files. */
export const sheets = ({ files }: Build, names: Iterable<string>) =>
  new Set([...names].flatMap((name) => files[name]?.css ?? []))

const sum = (texts: readonly string[]) =>
  texts.reduce((total, text) => total + gzipSync(text, { level: 9 }).length / 1000, 0)
