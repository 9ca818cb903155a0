import type { Plugin } from 'vite'

const dark = /\[data-mantine-color-scheme="dark"\] \{([^}]*)\}/

/** Applies the dark tokens of tokens.css by the system's preference until a script sets the colour scheme, if ever. */
export const systemDark = (): Plugin => ({
  name: 'system-dark',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/web/style/tokens.css')) return undefined
    const [, tokens] = dark.exec(code) ?? []
    if (!tokens) this.error('tokens.css has no dark tokens')
    const untouched = `:root:not([data-mantine-color-scheme]) {${tokens}}`
    return { code: `${code}\n@media (prefers-color-scheme: dark) { ${untouched} }`, map: null }
  },
})
