/** What this device keeps of the coming visits beside their jobs. Its code is loaded once it is needed. */

export { keepSites } from '#web/sync/reads/sites/keep-sites.ts'
export { keepParts } from './keep-parts.ts'
export { forgetEarlierVisits, keepPushedVisits } from './kept-calendar.ts'
export { keepPushedParts } from './kept-parts.ts'
