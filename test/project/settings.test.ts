import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingNames as apiSettings } from '#api/config/config.ts'
import { settingNames as projectorSettings } from '#projector/config.ts'

const guide = readFileSync(new URL('../../docs/operators.md', import.meta.url), 'utf8')
const section = guide.split(/^## Settings$/m)[1]?.split(/^## /m)[0] ?? ''

/** The settings in the first column of the table. */
const described = [...section.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
)

test("the operator's guide has every setting once, and no others", () => {
  expect(described.toSorted()).toEqual([...new Set([...apiSettings, ...projectorSettings])].toSorted())
})

test("the operator's guide has the settings of the containers", () => {
  for (const file of ['docker-compose.yml', 'docker-compose.citus.yml']) {
    const compose = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    for (const [, name = ''] of compose.matchAll(/\$\{(\w+)/g)) expect(guide, file).toContain(name)
  }
})
