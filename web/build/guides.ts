import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import MarkdownIt from 'markdown-it'
import sharp from 'sharp'
import { type Plugin, transformWithOxc } from 'vite'

/** Texts that are made when the screens are built, by the name of their page. */
export type MadeTexts = Readonly<Record<string, () => string>>

/**
 * Makes `import('guide:admin')` work, for docs/guide/admin.md or the made text of that name: the text as a component, and its
 * sections for a list of contents.
 */
export const guideModules = (made: MadeTexts): Plugin => ({
  name: 'guides',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('guide:') ? join(folder, `${id.slice('guide:'.length)}.md`) : undefined),
  async load(id) {
    if (!id.startsWith(folder) || !id.endsWith('.md')) return undefined
    const text = made[basename(id, '.md')]?.() ?? (await readFile(id, 'utf8'))
    const source = await guideModule(text, (picture) => sharp(join(dirname(id), picture)).metadata())
    return transformWithOxc(source, `${id}.jsx`, { jsx: { runtime: 'automatic' } })
  },
})

const folder = fileURLToPath(new URL('../../docs/guide', import.meta.url))

export type Section = { id: string; title: string }
type Size = { width: number; height: number }

/**
 * A guide as the source of a module. Markdown's HTML, every element closed, is JSX; pictures beside the guide become imports,
 * with their size, so that nothing moves when they come.
 */
export async function guideModule(text: string, sizeOf: (picture: string) => Promise<Size>) {
  const markdown = new MarkdownIt({ xhtmlOut: true })
  // JSX drops the end of a line beside an element, and with it the space between two words.
  markdown.renderer.rules.softbreak = () => ' '
  const tokens = markdown.parse(text, {})
  const sections: Section[] = []
  const imports: string[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open' && token.tag === 'h2') {
      const title = tokens[at + 1]?.content ?? ''
      sections.push({ id: anchor(title), title })
      token.attrSet('id', anchor(title))
    }
    for (const inner of token.children ?? []) {
      const picture = inner.type === 'image' ? inner.attrGet('src') : null
      if (typeof picture !== 'string' || !picture.startsWith('.')) continue
      const size = await sizeOf(picture)
      // Those of a phone are taken twice as fine as they are shown.
      const [width, height] = [size.width, size.height].map((pixels) =>
        size.height > size.width ? pixels / 2 : pixels,
      )
      inner.attrSet('src', `${mark}${imports.length}${mark}`)
      inner.attrSet('width', String(width))
      inner.attrSet('height', String(height))
      inner.attrSet('loading', 'lazy')
      imports.push(`import picture${imports.length} from ${JSON.stringify(picture)}`)
    }
  }
  const jsx = markdown.renderer
    .render(tokens, markdown.options, {})
    .replace(/[{}]/g, (brace) => `&#${brace.charCodeAt(0)};`)
    .replaceAll(' class="', ' className="')
    // A long line is scrolled to by keyboard, too.
    .replaceAll('<pre>', '<pre tabIndex={0}>')
    .replace(new RegExp(`"${mark}(\\d+)${mark}"`, 'g'), '{picture$1}')
    // Lines of a code block are kept; JSX would join them.
    .replace(
      /(<pre[^>]*><code[^>]*>)([^<]*)(<\/code>)/g,
      (_, open, code, close) => `${open}{${JSON.stringify(plain(code))}}${close}`,
    )
  return `${imports.join('\n')}
export const sections = ${JSON.stringify(sections)}
export const Guide = () => <>${jsx}</>
`
}

const mark = '@@'

/** 'Your first job' is #your-first-job. */
const anchor = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#123;': '{',
  '&#125;': '}',
}
const plain = (html: string) => html.replace(/&[a-z]+;|&#\d+;/g, (entity) => entities[entity] ?? entity)
