import { telephoneNumbers } from './telephone-numbers.ts'

/** A number as a telephone dials it, without the extension, which is keyed in once somebody answers. A short number is one of the house. */
export const dialledNumber = (number: string) =>
  telephoneNumbers(number).find(({ call }) => call)?.call ?? number.replaceAll(/[^\d+]/g, '')
