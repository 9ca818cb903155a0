import type { Browser } from 'playwright-core'
import { launchChromium } from '#test/browser/chromium.ts'

/** Starts a Chromium as people have it: that of the tests compiles no code again that runs often. */
export const usualChromium = (): Promise<Browser> => launchChromium(['--js-flags='])
