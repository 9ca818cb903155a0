import { expect, test } from 'vitest'
import { guideModule } from './guides.ts'

const made = (text: string) => guideModule(text, async () => ({ width: 1440, height: 900 }))

test('a guide becomes a component, and its sections a list of contents with addresses', async () => {
  const source = await made('# Guide\n\nHello **you**.\n\n## Your first job\n\n## Prices & plans\n')
  expect(source).toContain('<h2 id="your-first-job">Your first job</h2>')
  expect(source).toContain('<strong>you</strong>')
  expect(source).toContain(
    'export const sections = [{"id":"your-first-job","title":"Your first job"},{"id":"prices-plans","title":"Prices & plans"}]',
  )
})

test('braces, quotes and lines of code come out as they were written', async () => {
  const source = await made('Say `{ to: "x" }`.\n\n```ts\nif (a < b) {\n  run()\n}\n```\n')
  expect(source).toContain('<code>&#123; to: &quot;x&quot; &#125;</code>')
  expect(source).toContain('className="language-ts"')
  expect(source).toContain(String.raw`{"if (a < b) {\n  run()\n}\n"}`)
})

test('a picture beside the guide is imported, and has its size so that nothing moves when it comes', async () => {
  const source = await made('![A job](./job.png) and ![elsewhere](https://example.com/x.png)')
  expect(source).toContain('import picture0 from "./job.png"')
  expect(source).toContain('<img src={picture0} alt="A job" width="1440" height="900" loading="lazy" />')
  expect(source).toContain('<img src="https://example.com/x.png" alt="elsewhere" />')
})

test('HTML in a guide is text, not markup', async () => {
  expect(await made('<script>alert(1)</script>')).toContain('&lt;script&gt;')
})

test('a word at the end of a line and a link at the start of the next keep the space between them', async () => {
  expect(await made('What the\n[admin](/docs/admin) may do')).toContain(
    '<p>What the <a href="/docs/admin">admin</a> may do</p>',
  )
})
