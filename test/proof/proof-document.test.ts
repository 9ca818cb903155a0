import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { erasable } from '#core/erasure/erasure.ts'
import { checkSealed } from '#core/evidence/check-sealed.ts'
import { bySeq, faultOfData } from '#core/proof/recorded-erasures.ts'
import { signedHead } from '#core/wire/proof.ts'
import { compareData } from '#ledger/log/chain.ts'
import { readSignedHead } from '#ledger/proof/signed-head.ts'
import { tools } from '#test/server/sealed-files.ts'
import { exampleEvidence, exampleHeads, exampleLines } from './example-files.ts'
import { exampleRows } from './example-ledger.ts'
import { vectors } from './vectors.ts'

const file = (name: string) => new URL(`../../docs/${name}`, import.meta.url)
const block = /```json ([\w-]+)\n[\s\S]*?\n```/g

/** `npx vitest run --project unit test/proof -u` writes what the code computes into the document and its files. */
test('every example in the document is what the code computes, and none is missing', async () => {
  const computed = vectors()
  const document = readFileSync(file('proof.md'), 'utf8')
  expect([...document.matchAll(block)].map(([, name]) => name).toSorted()).toEqual(Object.keys(computed).toSorted())
  const written = document.replace(
    block,
    (_, name) => `\`\`\`json ${name}\n${JSON.stringify(computed[name], undefined, 1)}\n\`\`\``,
  )
  await expect(written).toMatchFileSnapshot(file('proof.md').pathname)
})

test('the example files are what the code writes', async () => {
  const lines = exampleLines().map((one) => `${JSON.stringify(one)}\n`)
  await expect(lines.join('')).toMatchFileSnapshot(file('proof/example-ledger.ndjson').pathname)
  const evidence = `${JSON.stringify(exampleEvidence(), undefined, 1)}\n`
  await expect(evidence).toMatchFileSnapshot(file('proof/example-evidence.json').pathname)
})

test('the example holds by the product itself: its data, its erasures, its heads and its sealed file', async () => {
  const rows = exampleRows()
  const { events } = Object(rows.find((row) => row.type === 'EventErased')?.data)
  const recorded = bySeq(events.map((one: object) => ({ ...one, by: 6 })))
  for (const row of rows) {
    const [digest, salt] = [row.digest.toString('hex'), row.salt.toString('hex')]
    const found = compareData({ digest, salt, data: row.data })
    expect(faultOfData(row, found, recorded.get(row.seq)), String(row.seq)).toBeUndefined()
  }
  for (const head of exampleHeads()) expect(readSignedHead(JSON.stringify(head))).toEqual(signedHead.parse(head))
  const sealed = await checkSealed(exampleEvidence(), tools)
  expect(sealed).toMatchObject({ leftOut: 1, signed: true })
  expect(sealed?.fault).toBeUndefined()
})

test('the document and the verifier in Python list the fields that may be erased as the code has them', () => {
  const fields = Object.entries(erasable).filter(([, paths]) => paths.length > 0)
  const listed = /ERASABLE = (\{[^}]*\})/.exec(readFileSync(file('proof/verify.py'), 'utf8'))?.[1] ?? ''
  expect(JSON.parse(listed.replaceAll(/,(?=\s*\})/g, ''))).toEqual(Object.fromEntries(fields))
  const document = readFileSync(file('proof.md'), 'utf8')
  for (const [type, paths] of fields)
    expect(document).toContain(`| \`${type}\` | ${paths.map((one) => `\`${one}\``).join(', ')} |`)
})
