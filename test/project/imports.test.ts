import { expect, test } from 'vitest'
import {
  circlesIn,
  crowdedFolders,
  fileGraph,
  folderGraph,
  forbiddenImports,
  siblingGraph,
  unmapped,
} from './imports.ts'

const faults = (path: string, text: string) => forbiddenImports({ path, text })

test.each([
  ['core/job/x.ts', "import { sql } from 'kysely'"],
  ['core/job/x.ts', "import { join } from 'node:path'"],
  ['core/job/x.ts', "import type { Row } from '#ledger/read-models/row-types.ts'"],
  ['core/job/x.ts', "import settings from '#package.json' with { type: 'json' }"],
  ['core/job/x.test.ts', "import { append } from '#ledger/log/append.ts'"],
  ['core/job/x.test.ts', "import { readFileSync } from 'node:fs'"],
  ['core/x.ts', "import { append } from '#ledger/log/append.ts'"],
  ['ledger/log/x.ts', "import '#api/server/app.ts'"],
  ['api/server/x.ts', "const web = await import('#web/app/main.tsx')"],
  ['api/reads/x.ts', "import { fold } from '#projector/live/fold.ts'"],
  ['api/reads/x.ts', "import { given } from '#test/core/given-when-then.ts'"],
  ['api/reads/x.ts', 'const other = await import(name)'],
  ['projector/live/x.ts', "type App = import('#api/server/app.ts').App"],
  ['projector/live/x.ts', "import { start } from '#cli/commands/start.ts'"],
  ['web/sync/x.ts', "import { append } from '#ledger/log/append.ts'"],
  ['web/sync/x.test.ts', "import { app } from '#api/server/app.ts'"],
  ['cli/commands/x.ts', "import { routes } from '#web/app/routes.tsx'"],
])('%s may not have %s, which another root owns', (path, text) => expect(faults(path, text)).toHaveLength(1))

test.each([
  ['core/model/x.ts', "import type { Job } from '#core/job/job.ts'"],
  ['core/part/x.ts', "export * from '#core/evidence/pdf.ts'"],
  ['api/http/x.ts', "import { services } from '#api/services/services.ts'"],
  ['api/reads/jobs/x.ts', "import { send } from '#api/push/push.ts'"],
  ['api/reads/x.ts', "import { send } from '#api/mail/send.ts'"],
  ['web/ui/x.tsx', "import { dispatch } from '#web/sync/dispatch.ts'"],
  ['web/features/part/x.tsx', "import { Jobs } from '#web/screens/jobs/jobs.tsx'"],
  ['web/features/history/x.tsx', "import { Frame } from '#web/frame/frame.tsx'"],
  ['web/features/history/x.tsx', "import { Part } from '#web/features/part/part.tsx'"],
  ['web/screens/jobs/x.tsx', "import { Todo } from '#web/screens/todo/todo.tsx'"],
  ['web/screens/job/cards/x.tsx', "import { Todo } from '#web/screens/todo/todo.tsx'"],
  ['cli/commands/x.ts', "import '#cli/fettle.ts'"],
])('%s may not have %s, which is on its own floor or above', (path, text) => expect(faults(path, text)).toHaveLength(1))

test('a file outside the folder is imported from its root', () => {
  expect(faults('api/reads/jobs/x.ts', "import { read } from '../read.ts'")).toHaveLength(1)
  expect(faults('api/reads/x.ts', "import { read } from './jobs/read.ts'")).toEqual([])
})

test.each([
  ['core/job/x.ts', "import * as z from 'zod/mini'\nimport { evolve } from './job.ts'"],
  ['core/projections/x.ts', "import { evolve } from '#core/job/job.ts'"],
  ['core/job/x.test.ts', "import fc from 'fast-check'\nimport { given } from '#test/core/given-when-then.ts'"],
  ['core/model/x.test.ts', "import { evolve } from '#core/job/job.ts'"],
  ['api/reads/x.ts', "import { append } from '#ledger/log/append.ts'\nimport express from 'express'"],
  ['api/server/x.ts', "import settings from '#package.json' with { type: 'json' }"],
  ['web/features/palette/x.tsx', "import { keys } from '#web/features/keyboard/keys.ts'\nimport './x.css'"],
  ['web/screens/job/cards/x.tsx', "import { past } from '#web/screens/job/past/past.ts'"],
  ['cli/fettle.ts', "import '#api/server/app.ts'\nimport '#projector/main.ts'\nimport '#migrations/migrate.ts'"],
  ['bench/x.ts', "import '#web/app/main.tsx'\nawait import(name)"],
  ['vite.config.ts', "import '#web/build/prerender.ts'"],
])('%s may have %s', (path, text) => expect(faults(path, text)).toEqual([]))

test('a script outside the folders of the map is found', () => {
  const mapped = ['vite.config.ts', 'core/job/job.ts', 'api/main.ts', 'api/auth/sessions/x.ts', 'web/screens/new/x.tsx']
  const lost = ['core/x.ts', 'core/new/x.ts', 'web/screens/x.tsx', 'web/features/x.ts', 'new/x.ts']
  expect(unmapped([...mapped, ...lost, 'docs/new/x.md'])).toEqual(lost)
})

test('a circle between files is found, also through types alone and through tests', () => {
  const sources = [
    { path: 'api/http/a.ts', text: "import './b.ts'" },
    { path: 'api/http/b.ts', text: "import type { C } from '#api/keys/c.ts'" },
    { path: 'api/keys/c.ts', text: "export { a } from '#api/http/a.ts'" },
    { path: 'api/keys/d.ts', text: "import './c.ts'\nimport 'zod'\nimport './gone.ts'" },
  ]
  const graph = fileGraph(sources)
  expect(circlesIn(graph)).toEqual(['api/http/a.ts -> api/http/b.ts -> api/keys/c.ts -> api/http/a.ts'])
  expect(circlesIn(folderGraph(graph))).toEqual(['api/http -> api/keys -> api/http'])
  expect(circlesIn(fileGraph(sources.slice(1)))).toEqual([])
})

test('a circle between folders inside one folder of the map is found, but not one between a folder and what is inside it', () => {
  const sources = [
    { path: 'web/public/docs/a.ts', text: "import '#web/public/faq/b.ts'" },
    { path: 'web/public/faq/b.ts', text: '' },
    { path: 'web/public/faq/c.ts', text: "import '#web/public/docs/deep/d.ts'\nimport '#web/public/e.ts'" },
    { path: 'web/public/docs/deep/d.ts', text: '' },
    { path: 'web/public/e.ts', text: "import './docs/a.ts'" },
  ]
  expect(circlesIn(siblingGraph(fileGraph(sources)))).toEqual(['web/public/docs -> web/public/faq -> web/public/docs'])
  expect(circlesIn(siblingGraph(fileGraph(sources.slice(2))))).toEqual([])
})

test('a circle between folders is found where no two files form one, but not through a test', () => {
  const sources = [
    { path: 'api/http/a.ts', text: "import '#api/keys/b.ts'" },
    { path: 'api/keys/b.ts', text: '' },
    { path: 'api/keys/c.ts', text: "import '#api/http/d.ts'" },
    { path: 'api/http/d.ts', text: '' },
  ]
  const graph = fileGraph(sources)
  expect(circlesIn(graph)).toEqual([])
  expect(circlesIn(folderGraph(graph))).toHaveLength(1)
  const tested = sources.map((one) => ({ ...one, path: one.path.replace('c.ts', 'c.test.ts') }))
  expect(circlesIn(folderGraph(fileGraph(tested)))).toEqual([])
})

test('a folder with too many files is found; its tests, styles and sub-folders do not count', () => {
  const paths = ['api/http/a.ts', 'api/http/b.tsx', 'api/http/b.test.ts', 'api/http/b.css', 'api/http/deep/c.ts']
  expect(crowdedFolders(paths, 1)).toEqual(['api/http holds 2 files'])
  expect(crowdedFolders(paths, 2)).toEqual([])
})
