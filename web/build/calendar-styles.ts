import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { transform } from 'lightningcss'
import type { Plugin } from 'vite'

const library = createRequire(import.meta.url)
  .resolve('@mantine/schedule/styles.css')
  .replace(/styles\.css$/, '')
/** The library's parts that the calendar shows. */
const shown = ['WeekView', 'CurrentTimeIndicator']

/** The calendar library has one sheet for all of its views; only what the week needs of it is kept, a third. */
export const calendarStyles = (): Plugin => ({
  name: 'calendar-styles',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(`${library}styles.css`)) return undefined
    const needed = new Set(shown.flatMap(classesOf))
    const unused = [...new Set(code.match(/m_[\da-f]+/g))].filter((name) => !needed.has(name))
    const { code: pruned } = transform({ filename: id, code: Buffer.from(code), unusedSymbols: unused })
    return { code: pruned.toString(), map: null }
  },
})

const classesOf = (part: string) =>
  readFileSync(`${library}esm/components/${part}/${part}.module.mjs`, 'utf8').match(/m_[\da-f]+/g) ?? []
