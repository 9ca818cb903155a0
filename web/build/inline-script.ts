import type { Plugin } from 'vite'
import { inlineScript } from '#core/wire/pages/inline-script.ts'

/** Puts the inline script at the top of every page, before the files whose loading it watches. */
export const addInlineScript = (): Plugin => ({
  name: 'inline-script',
  apply: 'build',
  transformIndexHtml: () => [{ tag: 'script', children: inlineScript, injectTo: 'head-prepend' }],
})
