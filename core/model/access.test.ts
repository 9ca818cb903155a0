import { expect, test } from 'vitest'
import { jobAfter } from '#test/core/given-when-then.ts'
import { jobCreated, priced, referred, tap } from '#test/core/job-events.ts'
import { audienceOf, isOffice, may, visible } from './access.ts'
import { roles } from './messages.ts'

test('owner and admin are the office', () => {
  expect(roles.map(audienceOf)).toEqual(['office', 'office', 'team'])
  expect(isOffice('system')).toBe(true)
})

test("the team is refused the office's actions", () => {
  for (const allowed of [may.createJob, may.editJob, may.schedule, may.seePrices, may.seeOfficeFacts])
    expect(roles.map(allowed)).toEqual([true, true, false])
})

test('only the owner manages users', () => expect(roles.map(may.manageUsers)).toEqual([true, false, false]))

test('the team’s view of a job leaves out its office facts', () => {
  const job = jobAfter(jobCreated, referred, priced(tap, 8500))
  const { office, ...rest } = job
  expect(office).toMatchObject({ agency: 'Bright Oak Lettings', prices: { [tap.taskId]: 8500 } })
  expect(visible('team', job)).toEqual(rest)
  expect(visible('team', job)).not.toHaveProperty('office')
  expect(visible('office', job)).toBe(job)
})
