import fc from 'fast-check'
import { jobStatuses } from '#core/job/values.ts'
import { jobColumns, jobSorts } from '#core/views/jobs-list.ts'
import { canary } from '#test/core/canary.ts'
import { commandOf as of } from '#test/core/duties/random-command.ts'
import { companyId, dana, idOf, tom } from '#test/core/given-when-then.ts'
import { words } from '#test/core/random-texts.ts'

const maybe = { nil: undefined }
const viewId = fc.constantFrom(idOf('f', 700), idOf('f', 700), idOf('f', 701))

/** A view, mostly with a few filters; the names are few, so that some are taken. */
const someView = fc
  .record({
    viewId,
    name: fc.constantFrom('Needs a visit', 'Quotes out', 'Yard', 'needs a VISIT ', 'Mine', '  '),
    status: fc.option(fc.constantFrom(...jobStatuses), maybe),
    search: fc.option(words, maybe),
    type: fc.option(fc.constantFrom('apartmentName' as const, 'agency' as const), maybe),
    agency: fc.option(fc.constant(canary), maybe),
    person: fc.option(fc.constantFrom(dana.userId, tom.userId), maybe),
    visit: fc.option(fc.constantFrom('thisWeek', '2026-11-01..2026-11-30'), maybe),
    sort: fc.option(fc.constantFrom(...jobSorts), maybe),
    columns: fc.option(fc.uniqueArray(fc.constantFrom(...jobColumns), { minLength: 1 }), maybe),
  })
  .map(withoutMissing)

/** A list: the person and the list are both random. */
const listOf = fc.oneof(
  fc.constantFrom(dana.userId, dana.userId, tom.userId),
  fc.constant(companyId),
  fc.constant(companyId),
)

const save = fc.record({ listOf, view: someView, from: fc.option(someView, { ...maybe, freq: 2 }) }).map(withoutMissing)

/** One source of random data for each command on views. */
export const byViewType = {
  SaveView: of('SaveView', save),
  DeleteView: of('DeleteView', fc.record({ listOf, viewId })),
}

function withoutMissing<T extends object>(given: T): T {
  for (const [name, value] of Object.entries(given)) if (value === undefined) Reflect.deleteProperty(given, name)
  return given
}
