import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CompileOptions, compile } from '@mdx-js/mdx'
import extractContents from '@stefanprobst/rehype-extract-toc'
import exportContents from '@stefanprobst/rehype-extract-toc/mdx'
import type { Element, Root } from 'hast'
import type { Root as MarkdownRoot } from 'mdast'
import importMedia from 'rehype-mdx-import-media'
import slug from 'rehype-slug'
import gfm from 'remark-gfm'
import sharp from 'sharp'
import { visit } from 'unist-util-visit'
import type { Plugin } from 'vite'

/** Markdown texts generated during the build, by page name. */
export type GeneratedTexts = Readonly<Record<string, () => string>>

/**
 * Makes `import('guide:admin')` load docs/guide/admin.md, or the generated text of that name, as a React component with its
 * table of contents.
 */
export const guideModules = (generated: GeneratedTexts): Plugin => ({
  name: 'guides',
  resolveId: (id) => (id.startsWith('guide:') ? join(folder, `${id.slice('guide:'.length)}.md`) : undefined),
  async load(id) {
    if (dirname(id) !== folder || !id.endsWith('.md')) return undefined
    const value = generated[basename(id, '.md')]?.() ?? (await readFile(id, 'utf8'))
    return String(await compile({ path: id, value }, guideMarkdown))
  },
})

const folder = fileURLToPath(new URL('../../docs/guide', import.meta.url))

/** Shows HTML as the text it is: MDX would leave out the `<token>` of an address. */
const htmlAsText = () => (tree: MarkdownRoot) =>
  visit(tree, 'html', ({ value }, index, parent) => {
    if (parent && index !== undefined) parent.children[index] = { type: 'text', value }
  })

/** Pictures and code blocks as the guides show them; pictures are measured so that the page does not shift as they load. */
const readableMedia =
  () =>
  async (tree: Root, { path }: { path: string }) => {
    const pictures: Element[] = []
    visit(tree, 'element', (element) => {
      // Long lines can be scrolled by keyboard.
      if (element.tagName === 'pre') element.properties.tabIndex = 0
      if (element.tagName === 'img' && String(element.properties.src).startsWith('.')) pictures.push(element)
    })
    for (const { properties } of pictures) {
      const { width, height } = await sharp(join(dirname(path), String(properties.src))).metadata()
      // Phone pictures are taken at double density.
      const density = height > width ? 2 : 1
      Object.assign(properties, { width: width / density, height: height / density, loading: 'lazy' })
    }
  }

/** How Markdown becomes a component: headings with ids, the contents as `tableOfContents`, pictures as hashed imports. */
export const guideMarkdown: CompileOptions = {
  format: 'md',
  remarkPlugins: [gfm, htmlAsText],
  rehypePlugins: [slug, extractContents, exportContents, readableMedia, importMedia],
}
