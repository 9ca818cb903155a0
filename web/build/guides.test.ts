import { compile, evaluate } from '@mdx-js/mdx'
import { createElement } from 'react'
import * as runtime from 'react/jsx-runtime'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { guideMarkdown } from './guides.ts'

const read = (text: string) => evaluate(text, { ...guideMarkdown, ...runtime })
const rendered = async (text: string) => renderToStaticMarkup(createElement((await read(text)).default))

test('a guide becomes a component, and its headings a table of contents with links', async () => {
  const guide = await read('# Guide\n\nHello **you**.\n\n## Your first job\n\n## Roles\n')
  const html = renderToStaticMarkup(createElement(guide.default))
  expect(html).toContain('<h2 id="your-first-job">Your first job</h2>')
  expect(html).toContain('<strong>you</strong>')
  expect(guide.tableOfContents).toMatchObject([
    {
      value: 'Guide',
      children: [
        { id: 'your-first-job', value: 'Your first job' },
        { id: 'roles', value: 'Roles' },
      ],
    },
  ])
})

test('braces, quotes and lines of code appear as they were written', async () => {
  const html = await rendered('Say `{ to: "x" }`.\n\n```ts\nif (a < b) {\n  run()\n}\n```\n')
  expect(html).toContain('<code>{ to: &quot;x&quot; }</code>')
  expect(html).toContain('<pre tabindex="0"><code class="language-ts">if (a &lt; b) {\n  run()\n}\n</code></pre>')
})

test('a picture beside the guide is imported with its size, and a phone picture is shown at half size', async () => {
  const path = new URL('../../docs/guide/admin.md', import.meta.url).pathname
  const value = '![A job](./job.webp) ![On a phone](./job-phone.webp) ![elsewhere](https://example.com/x.png)'
  const source = String(await compile({ path, value }, { ...guideMarkdown, jsx: true }))
  expect(source).toMatch(/import \w+ from "\.\/job\.webp"/)
  expect(source).toMatch(/<_components.img src=\{\w+\} alt="A job" width="\d+" height="\d+" loading="lazy" \/>/)
  expect(source).toMatch(/alt="On a phone" width="390"/)
  expect(source).toContain('<_components.img src="https://example.com/x.png" alt="elsewhere" />')
})

test('HTML in a guide is shown as text', async () => {
  expect(await rendered('Call <token>.ics')).toBe('<p>Call &lt;token&gt;.ics</p>')
  expect(await rendered('<script>alert(1)</script>')).toContain('&lt;script&gt;')
})

test('a table is a table', async () => {
  expect(await rendered('| | Owner |\n| --- | --- |\n| Plans | buys them |\n')).toContain('<td>buys them</td>')
})
