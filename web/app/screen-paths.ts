/** The addresses of the signed-in area. The service worker opens them without a network. */
export const screenPaths = [
  '/start',
  '/day',
  '/sites',
  '/calendar',
  '/deadlines',
  '/todo',
  '/notifications',
  '/parts',
  '/address-book',
  '/recurring-work',
  '/reports',
  '/site/:siteId',
  '/job/:jobId',
  '/job/:jobId/site',
  '/import',
  '/dashboard',
  '/history',
  '/connections',
  '/team',
  '/projections',
  '/profile',
  '/waiting',
  '/subscription',
  '/subscription/success',
] as const

export type ScreenPath = (typeof screenPaths)[number]
