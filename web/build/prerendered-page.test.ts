import { expect, test } from 'vitest'
import { fileOf, prerenderedPage } from './prerendered-page.ts'

const template = `<!doctype html>
<html>
  <head>
    <meta name="description" content="The product" />
    <title>Fettle</title>
    <script type="module" crossorigin src="/static/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="/static/react-2.js">
    <link rel="stylesheet" crossorigin href="/static/index-3.css">
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`
const page = { path: '/faq', title: 'Questions & "answers"', description: 'For <all>' }
const files = { styles: ['static/index-3.css', 'static/faq-4.css'], scripts: ['static/index-1.js', 'static/faq-5.js'] }

test('a page has its own title and description, escaped, in its head and on its social card', () => {
  const html = prerenderedPage(template, page, '<main>$& here</main>', files)
  expect(html).toContain('<title>Questions &amp; &quot;answers&quot;</title>')
  expect(html).toContain('<meta name="description" content="For &lt;all&gt;" />')
  expect(html).toContain('<meta property="og:title" content="Questions &amp; &quot;answers&quot;" />')
  expect(html).toContain('<meta property="og:image" content="/social-card.png" />')
  expect(html).toContain('<div id="root"><main>$& here</main></div>')
})

test('an interactive page keeps the scripts of the product and preloads the ones it needs', () => {
  const html = prerenderedPage(template, { ...page, live: true }, '', files)
  expect(html).toContain('<script type="module" crossorigin src="/static/index-1.js"></script>')
  expect(html).toContain('<link rel="modulepreload" crossorigin href="/static/faq-5.js" />')
  expect(html).toContain('<link rel="stylesheet" crossorigin href="/static/faq-4.css" />')
  expect(html.match(/index-3\.css/g)).toHaveLength(1)
})

test('an interactive page is drawn once all of its markup has arrived', () => {
  const html = prerenderedPage(template, { ...page, live: true }, '<main></main>', files)
  expect(html).toContain('<link rel="expect" blocking="render" href="#page-end" />')
  expect(html).toContain('<div id="root" data-unhydrated><main></main></div><div id="page-end" hidden></div>')
  expect(prerenderedPage(template, page, '', files)).not.toContain('page-end')
})

test('a read-only page has its own style sheet and script, and nothing else', () => {
  const html = prerenderedPage(template, page, '', { styles: ['static/page-6.css'], scripts: ['static/scheme-7.js'] })
  expect(html).not.toMatch(/index-1|react-2|index-3/)
  expect(html).toContain('<link rel="stylesheet" crossorigin href="/static/page-6.css" />')
  expect(html).toContain('<script type="module" crossorigin src="/static/scheme-7.js"></script>')
})

test("the title that React puts in front of a page's markup is left out, since the head has it", () => {
  expect(prerenderedPage(template, page, '<title>Other</title><main></main>', files)).not.toContain('Other')
})

test('an index.html without a place for the page is an error', () => {
  expect(() => prerenderedPage('<head></head>', page, '', files)).toThrow('index.html has no')
})

test('each page has its own file', () => {
  expect(['/', '/faq', '/docs/admin'].map(fileOf)).toEqual(['_landing.html', 'faq.html', 'docs/admin.html'])
})
