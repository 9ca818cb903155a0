import fc from 'fast-check'
import type { PartCommand } from '#core/part/part.ts'
import { partStatuses } from '#core/part/values.ts'
import { idOf } from './given-when-then.ts'
import { partForm } from './random-texts.ts'

const partId = fc.constantFrom(idOf('f', 1), idOf('f', 2))
const status = fc.constantFrom(...partStatuses)

const of = <T extends PartCommand['type'], D>(type: T, data: fc.Arbitrary<D>) =>
  fc.record({ type: fc.constant(type), data })

/** One source of random data for each command on parts. */
export const partCommands = {
  AddPart: of(
    'AddPart',
    fc.record(
      { partId, ...partForm, status },
      { requiredKeys: ['partId', 'name', 'purchaseDate', 'expectedDelivery'] },
    ),
  ),
  EditPart: of(
    'EditPart',
    fc.oneof(
      fc.record({ partId, ...partForm, status }, { requiredKeys: ['partId'] }),
      fc.record({ partId, ...partForm, from: fc.record(partForm, { requiredKeys: [] }) }, { requiredKeys: ['partId'] }),
    ),
  ),
  SetPartStatus: of('SetPartStatus', fc.record({ partId, status })),
  DeletePart: of('DeletePart', fc.record({ partId })),
}
